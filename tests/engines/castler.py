#!/usr/bin/env python3
"""An engine of XBoard's protocol that castles in the letters of SAN whenever it is to move. With the
argument `edit` it knows no `setboard`."""
import sys


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


force = False
setboard = "edit" not in sys.argv
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "protover":
        say(f'feature ping=1 usermove=1 setboard={setboard:d} variants="normal" sigint=0 sigterm=0')
        say("feature done=1")
    elif word == "ping":
        say("pong " + line.split()[1])
    elif word == "force":
        force = True
    elif word in ("new", "go"):
        force = False
    if word == "go" or (word == "usermove" and not force):
        say("move O-O")
    if word == "quit":
        break
