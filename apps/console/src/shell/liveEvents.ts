type Listener = (data: unknown) => void;

/** Under which the state of the stream itself is told: a `StreamState`. */
export const CONNECTION = 'connection';

const listeners = new Map<string, Set<Listener>>();

/** Hears what the server tells under a topic while the screen is open; the one stream of the tab feeds it. */
export function onLive(topic: string, listener: Listener): () => void {
  const known = listeners.get(topic) ?? new Set();
  known.add(listener);
  listeners.set(topic, known);
  return () => known.delete(listener);
}

/** Passes one event of the stream on. */
export function tellLive(topic: string, data: unknown): void {
  for (const listener of listeners.get(topic) ?? []) listener(data);
}
