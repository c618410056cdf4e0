/** The statuses of a carrier's cards, in its own terms, and their meaning to the simulator. */
export type StatusModel = {
  /** The stored number of a status is its place in this list: append, never reorder. */
  readonly words: readonly string[];
  /** The status that activates a card; also the default initial status. */
  readonly activated: readonly [string, ...string[]];
  /** Statuses besides `activated` in which a card uses the network. */
  readonly alsoConnects: readonly string[];
  /** Statuses of cards that were never activated. */
  readonly fresh: readonly string[];
  /** The status that a ready card gets when the network first sees it. */
  readonly attaches: Readonly<Record<string, string>>;
  /** The transitions that a platform may request. */
  readonly mayBecome: (from: string, to: string) => boolean;
};

/** Whether a card in this status uses the network, so that usage grows and sessions open. */
export const connects = (model: StatusModel, status: string): boolean =>
  model.activated.includes(status) || model.alsoConnects.includes(status);
