// The first page: three things to do, and what is in the workspace.

import { ask } from "./api";
import { button, choice, failure, field, h, show } from "./dom";
import { address, type View } from "./router";
import { gameChoices, type State } from "./model";

export function home(state: State): View {
  return (room) => {
    document.title = "Botwright Studio";
    const own = state.own.filter((name) => state.games.includes(name));
    const packs = state.own.filter((name) => state.packs.includes(name));
    show(
      room,
      h("h1", {}, state.own.length ? `Workspace ${state.root}` : "An empty workspace: three things to do"),
      h("div", { class: "doors" }, play(), makePack(state), makeGame(state)),
      state.own.length
        ? h("section", {}, h("h2", {}, "In this workspace"), h("ul", { class: "plain" }, own.map(gameLinks), packs.map(packLinks)))
        : null,
    );
  };
}

function door(title: string, words: string, ...rest: Node[]): HTMLElement {
  return h("section", { class: "door" }, h("h2", {}, title), h("p", {}, words), ...rest);
}

function play(): HTMLElement {
  return door(
    "Play a game",
    "Six games come with Botwright, from a yard duel to an island adventure. Play bots, or send a friend a link.",
    h("a", { href: "/play", class: "main" }, "Choose a game"),
  );
}

function make(body: () => Record<string, string>, words: string, ...controls: HTMLElement[]): HTMLElement {
  const told = h("div", { "aria-live": "polite" });
  const create = button(words, () => {
    show(told, h("p", { class: "busy" }, "Writing the first files …"));
    ask<{ files: string[] }>("/api/new", { body: body() })
      .then(({ files }) => {
        const first = files.find((file) => file.endsWith("cards.bot")) ?? files.find((file) => file.endsWith(".bot")) ?? "";
        location.assign(address(["write", first]));
      })
      .catch((error: unknown) => show(told, failure(error)));
  }, { class: "main" });
  return h("div", {}, ...controls, create, told);
}

function makePack(state: State): HTMLElement {
  const name = h("input", { value: "my_cards", spellcheck: "false", autocomplete: "off" });
  const game = choice(gameChoices(state), "scrapyard", () => {});
  return door(
    "Add cards to a game",
    "A pack with a first card that can be played at once: change it and watch what it says.",
    make(() => ({ what: "pack", name: name.value, game: game.value }), "Make the pack", field("Name", name), field("Game", game)),
  );
}

function makeGame(state: State): HTMLElement {
  const name = h("input", { value: state.own.includes("my_game") ? "my_other_game" : "my_game", spellcheck: "false", autocomplete: "off" });
  return door(
    "Make a game",
    "Rules, a first card and a scenario that passes, each in a few lines.",
    make(() => ({ what: "game", name: name.value }), "Make the game", field("Name", name)),
  );
}

function gameLinks(name: string): HTMLElement {
  const start = h("a", { href: address(["play"], { game: name }) }, "play");
  const rules = h("a", { href: address(["clauses", name]) }, "clauses");
  return h("li", {}, h("a", { href: address(["write", `rulesets/${name}/`]) }, h("strong", {}, name)), " game · ", start, " · ", rules, " · ", h("a", { href: address(["study"], { game: name }) }, "study"));
}

function packLinks(name: string): HTMLElement {
  return h("li", {}, h("a", { href: address(["write", `content/${name}/`]) }, h("strong", {}, name)), " pack · ", h("a", { href: address(["cards", name]) }, "cards"));
}
