// Who sits where, with which clocks and by which rules of conduct: asked before a game.

import type { Position } from "./api";
import { button, card, el } from "./dom";
import type { PlaySettings } from "./play";

const LEVELS = [0, 4, 8, 12, 16, 20];
const USUAL_LEVEL = 12;

export class NewGame {
  /** Does the game begin from the position on the board? */
  here = false;
  private seats: (number | "me")[] = [];
  private minutes = 3;
  private increment = 0;
  private strict = false;

  get settings(): PlaySettings {
    return { seats: [...this.seats], time: this.minutes * 60_000, increment: this.increment * 1000, strict: this.strict };
  }

  /** Another game has other seats. */
  forget(): void {
    this.seats = [];
  }

  card(position: Position, start: () => void): HTMLElement {
    const { seats } = position;
    if (this.seats.length !== seats.length) this.seats = seats.map((_, seat) => (seat === 0 ? "me" : USUAL_LEVEL));
    const rows = seats.flatMap(({ seat, name, partner }) => [
      el("span", {}, `${name}${partner === null ? "" : ` (with ${seats[partner]!.name})`}`),
      el("select", { "aria-label": `Who plays ${name}`, onchange: (event) => {
        const { value } = event.target as HTMLSelectElement;
        this.seats[seat] = value === "me" ? "me" : Number(value);
      } }, el("option", { value: "me", selected: this.seats[seat] === "me" }, "You"),
        ...LEVELS.map((level) => el("option", { value: level, selected: this.seats[seat] === level },
          level === 20 ? "Kralle, full strength" : `Kralle, level ${level}`))),
    ]);
    const conduct = el("select", { "aria-label": "Conduct", onchange: (event) => (this.strict = (event.target as HTMLSelectElement).value === "strict") },
      el("option", { value: "friendly", selected: !this.strict }, "Friendly: moves can be taken back"),
      el("option", { value: "strict", selected: this.strict }, "By the rules, illegal moves included"));
    return card("New game",
      el("div", { class: "seats" }, ...rows),
      el("div", { class: "row" },
        this.number("Minutes", this.minutes, 180, "0.5", (value) => (this.minutes = value)), " minutes, ",
        this.number("Seconds a move", this.increment, 60, "1", (value) => (this.increment = value)), " seconds a move"),
      el("p", { class: "muted" }, "0 minutes: no clocks."),
      el("div", { class: "row" }, conduct),
      el("label", { class: "row" },
        el("input", { type: "checkbox", id: "here", checked: this.here, onchange: (event) => (this.here = (event.target as HTMLInputElement).checked) }),
        "From the position on the board"),
      button("Start", "Begin the game", start, { class: "main" }));
  }

  private number(name: string, value: number, max: number, step: string, set: (value: number) => void): HTMLElement {
    return el("input", { type: "number", min: 0, max, step, value, "aria-label": name, onchange: (event) => {
      const input = event.target as HTMLInputElement;
      const asked = input.valueAsNumber;
      const lawful = Number.isFinite(asked) ? Math.min(max, Math.max(0, asked)) : value;
      input.valueAsNumber = lawful;
      set(lawful);
    } });
  }
}
