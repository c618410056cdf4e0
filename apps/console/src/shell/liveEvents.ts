type Listener = (data: unknown) => void;

/** The topic of the stream's own state, a `StreamState`. */
export const CONNECTION = 'connection';

const listeners = new Map<string, Set<Listener>>();

/** Subscribes to the server's events of a topic while the screen is open; the tab has one stream. */
export function onLive(topic: string, listener: Listener): () => void {
  const known = listeners.get(topic) ?? new Set();
  known.add(listener);
  listeners.set(topic, known);
  return () => known.delete(listener);
}

/** Dispatches one event of the stream. */
export function tellLive(topic: string, data: unknown): void {
  for (const listener of listeners.get(topic) ?? []) listener(data);
}
