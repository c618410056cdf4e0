/** The statuses a carrier's cards can have, in its own words, and what they mean to the simulator. */
export type StatusModel = {
  /** The stored number of a status is its place in this list: append, never reorder. */
  readonly words: readonly string[];
  /** A card becoming this is activated; it is the first status of a card nothing is said about. */
  readonly activated: readonly [string, ...string[]];
  /** Statuses besides `activated` in which a card uses the network. */
  readonly alsoConnects: readonly string[];
  /** Statuses of cards that were never activated. */
  readonly fresh: readonly string[];
  /** Which status the network moves a ready card to when it first sees it. */
  readonly attaches: Readonly<Record<string, string>>;
  /** What may follow what when a platform asks for it. */
  readonly mayBecome: (from: string, to: string) => boolean;
};

/** Whether a card in this status uses the network, so that usage grows and sessions open. */
export const connects = (model: StatusModel, status: string): boolean =>
  model.activated.includes(status) || model.alsoConnects.includes(status);
