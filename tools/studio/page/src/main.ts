// The frame of the page: the ways into its views, the colours, and the view that the address names.

import "./style.css";
import { ask } from "./api";
import { button, busy, failure, h, Refused, show } from "./dom";
import { here, start, type View } from "./router";
import type { State } from "./model";
import { home } from "./home";
import { matchView, playView } from "./play";

const VIEWS = [
  { name: "write", words: "Write", hint: "files, findings, cards" },
  { name: "play", words: "Play", hint: "matches with people and bots" },
  { name: "replay", words: "Replay", hint: "recorded matches" },
  { name: "study", words: "Study", hint: "many matches between bots" },
  { name: "cards", words: "Cards", hint: "a gallery, sheets to print" },
] as const;

type Theme = "light" | "dark" | "auto";
const THEMES: Theme[] = ["auto", "light", "dark"];

function theme(): Theme {
  const kept = localStorage.getItem("theme");
  return kept === "light" || kept === "dark" ? kept : "auto";
}

function paint(): void {
  const chosen = theme();
  if (chosen === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", chosen);
}

function themeButton(): HTMLButtonElement {
  const words = (): HTMLElement => h("span", {}, `Colours: ${theme()}`);
  const control = button(words(), () => {
    localStorage.setItem("theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "auto");
    paint();
    show(control, words());
  }, { class: "quiet theme" });
  return control;
}

async function view(name: string, state: State | null): Promise<View> {
  switch (name) {
    case "write":
      return (await import("./write")).writeView(state!);
    case "clauses":
      return (await import("./clauses")).clausesView(state!);
    case "replay":
      return (await import("./replay")).replayView(state!);
    case "study":
      return (await import("./study")).studyView(state!);
    case "cards":
      return (await import("./cards")).cardsView(state!);
    case "play":
      return playView(state!);
    case "":
      return home(state!);
    default:
      return (room) => show(room, h("h1", {}, "There is nothing at this address."), h("p", {}, h("a", { href: "/" }, "Begin at the beginning")));
  }
}

async function begin(): Promise<void> {
  paint();
  let state: State | null = null;
  let refusal: unknown = null;
  try {
    state = await ask<State>("/api/state");
  } catch (error) {
    refusal = error;
  }
  const room = h("main", { id: "room", tabindex: -1 });
  const links = VIEWS.map(({ name, words, hint }) => h("a", { href: `/${name}`, title: hint }, words));
  const skip = h("a", { href: "#room", class: "skip", onclick: (event) => { event.preventDefault(); room.focus(); } }, "Skip to the content");
  const nav = h("nav", { "aria-label": "Views" }, h("a", { href: "/", class: "brand" }, "Botwright"), state ? links : null, themeButton());
  show(document.body, skip, h("header", { class: "top" }, nav), room);

  let leave: void | (() => void);
  let turn = 0;
  const render = (): void => {
    const mine = ++turn;
    if (leave) leave();
    leave = undefined;
    const place = here();
    const name = place.path[0] ?? "";
    links.forEach((link, at) => {
      if (VIEWS[at]?.name === name || (name === "clauses" && at === 0)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
    room.className = `view-${name || "home"}`;
    if (name === "play" && place.path[1] && place.token) {
      leave = matchView(state)(room, place);
      return;
    }
    if (!state) {
      show(room, h("h1", {}, "This studio is somebody else's."), failure(refusal instanceof Refused ? refusal : new Refused("Open the address that `botwright studio` printed.")));
      return;
    }
    const wait = setTimeout(() => show(room, busy("Opening …")), 80);
    void view(name, state).then((shown) => {
      clearTimeout(wait);
      if (mine !== turn) return;
      show(room);
      leave = shown(room, place);
    });
  };
  start(render);
}

void begin();
