import { classNames } from './classNames.ts';

export type Figure = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  /** Change against the previous period, in words: «+3.2%». */
  readonly change?: string;
  readonly isActive?: boolean;
  /** A figure is a filter: a click narrows the list to what it counts. */
  readonly onPick?: () => void;
};

/** At most six figures above a list. */
export function FiguresStrip(props: { figures: readonly Figure[]; label: string; isLoading?: boolean }) {
  return (
    <fieldset
      className={classNames('figures', props.isLoading && 'is-loading')}
      aria-label={props.label}
      aria-busy={props.isLoading ?? false}
    >
      {props.figures.slice(0, 6).map((figure) => {
        const content = (
          <>
            <span className="figure-label">{figure.label}</span>
            <span className="figure-value">
              {figure.value}
              {figure.unit ? <small>{figure.unit}</small> : null}
              {figure.change ? <em>{figure.change}</em> : null}
            </span>
          </>
        );
        return figure.onPick ? (
          <button
            key={figure.key}
            type="button"
            className="figure"
            aria-pressed={figure.isActive ?? false}
            onClick={figure.onPick}
          >
            {content}
          </button>
        ) : (
          <div key={figure.key} className="figure">
            {content}
          </div>
        );
      })}
    </fieldset>
  );
}

/** The placeholder of loading figures, so that the layout does not shift. */
export function FiguresSkeleton(props: { count?: number }) {
  return (
    <div className="figures" aria-hidden="true">
      {Array.from({ length: props.count ?? 4 }, (_, at) => at).map((at) => (
        <div key={at} className="figure">
          <span className="figure-label">
            <i className="bone figure-bone" />
          </span>
          <span className="figure-value">{'\u00a0'}</span>
        </div>
      ))}
    </div>
  );
}
