// Addresses: every state of the page has one. A view gets the rest of its path and the values behind `?`.

export interface Place { path: string[]; values: URLSearchParams; token: string }
/** A view shows itself and returns what must be ended when another takes its place. */
export type View = (room: HTMLElement, place: Place) => void | (() => void);

let current: () => void = () => {};

export function here(): Place {
  return {
    path: location.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    values: new URLSearchParams(location.search),
    token: location.hash.slice(1),
  };
}

export function address(path: string[], values: Record<string, string | null | undefined> = {}, token = ""): string {
  const kept = Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]);
  const search = kept.length ? `?${new URLSearchParams(kept)}` : "";
  return `/${path.map((part) => encodeURIComponent(part).replaceAll("%2F", "/")).join("/")}${search}${token ? `#${token}` : ""}`;
}

export function go(to: string): void {
  if (to === location.pathname + location.search + location.hash) return current();
  history.pushState(null, "", to);
  current();
}

/** The address of a state within the same view. */
export function replace(to: string): void {
  history.replaceState(null, "", to);
}

export function start(render: () => void): void {
  current = render;
  addEventListener("popstate", render);
  addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  render();
}
