// The program answers: requests over HTTP, and WebSockets for what is heard line by line.

import type { Line, Transport } from "./transport";

const GONE = "Kralle does not answer: is `kralle serve` still running?";

async function failure(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    return new Error((JSON.parse(text) as { error: string }).error);
  } catch {
    return new Error(text.trim() || response.statusText);
  }
}

async function ask<T>(name: string, request: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch {
    throw new Error(GONE);
  }
  if (!response.ok) throw await failure(response);
  return response.json() as Promise<T>;
}

function lines<T>(name: string, request: unknown, signal: AbortSignal, hear: (line: T) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL(`api/${name}`, location.href.split("#")[0]);
    url.protocol = "ws:";
    const socket = new WebSocket(url);
    let opened = false;
    const end = () => {
      socket.close();
      resolve();
    };
    signal.addEventListener("abort", end);
    socket.onopen = () => {
      opened = true;
      socket.send(JSON.stringify(request));
    };
    socket.onmessage = ({ data }) => {
      if (signal.aborted) return;
      const line = JSON.parse(data as string) as Line<T>;
      if (line.error === undefined) return hear(line);
      reject(new Error(line.error));
      socket.close();
    };
    socket.onclose = () => {
      signal.removeEventListener("abort", end);
      if (opened || signal.aborted) resolve();
      else reject(new Error(GONE));
    };
  });
}

export const network: Transport = {
  ask,
  lines,
  room: { threads: navigator.hardwareConcurrency || 1, hash: [16, 64, 256, 1024, 4096], note: null },
};
