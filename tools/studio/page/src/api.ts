// Asks the server. Every refusal has a sentence for a person.

import { Refused } from "./dom";

export async function ask<T>(path: string, options: { method?: string; body?: unknown } = {}): Promise<T> {
  const init: RequestInit = { method: options.method ?? (options.body === undefined ? "GET" : "POST") };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("The studio does not answer: is `botwright studio` still running?");
  }
  const data: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const told = data as Record<string, unknown>;
    throw new Refused(String(told["message"] ?? `the studio answered ${response.status}`), String(told["help"] ?? ""), response.status, told);
  }
  return data as T;
}

export const query = (path: string, values: Record<string, string>): string => `${path}?${new URLSearchParams(values)}`;

export function socket(path: string): WebSocket {
  return new WebSocket(`ws://${location.host}${path}`);
}

/** A long piece of work: progress, then the answer. The returned function stops it. */
export function work<Told, Answer>(
  kind: string,
  wanted: Record<string, unknown>,
  told: (told: Told) => void,
  done: (answer: Answer) => void,
  failed: (error: Refused) => void,
): () => void {
  const channel = socket("/api/work");
  let over = false;
  channel.onopen = () => channel.send(JSON.stringify({ kind, with: wanted }));
  channel.onmessage = (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as { told?: Told; answer?: Answer; refused?: { message: string; help: string } };
    if (message.told !== undefined) told(message.told);
    if (message.answer !== undefined) (over = true), done(message.answer);
    if (message.refused !== undefined) (over = true), failed(new Refused(message.refused.message, message.refused.help));
  };
  channel.onclose = () => {
    if (!over) failed(new Refused("This was stopped."));
  };
  return () => channel.close();
}
