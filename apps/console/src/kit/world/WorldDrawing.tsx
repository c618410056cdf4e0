import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { memo, type PointerEvent, useMemo, useRef, useState } from 'react';
import type { Marked, WorldMapProps } from './WorldMap.tsx';
import { dotOf, moved, nearer, viewOf, WITHIN_CHINA, type World, type WorldView, wholeOf } from './worldModel.ts';

const words = {
  nearer: text('放大', 'Zoom in'),
  farther: text('缩小', 'Zoom out'),
  whole: text('全球', 'World'),
  fit: text('适应', 'Fit'),
};

export type WorldDrawingProps = WorldMapProps & { readonly world: World };

type Pointed = { readonly code: string; readonly x: number; readonly y: number };

const STEP = 1.6;
/** Closer than this to the upper edge, in pixels, a tooltip does not fit above. */
const NEAR_THE_TOP = 56;

/** The map behind `WorldMap`: outlines in the page's colours, moved by dragging and by buttons, not by the wheel. */
export function WorldDrawing({ world, marked, nameOf, spoken, legend }: WorldDrawingProps) {
  const t = useText();
  const fit = useMemo(
    () =>
      viewOf(
        world,
        marked.map(({ code }) => code),
      ),
    [world, marked],
  );
  const [held, setHeld] = useState<{ of: WorldView; view: WorldView }>();
  const view = held?.of === fit ? held.view : fit;
  const look = (next: WorldView) => setHeld({ of: fit, view: next });
  const [pointed, setPointed] = useState<Pointed>();
  const picture = useRef<SVGSVGElement>(null);
  const drag = useRef<{ x: number; y: number; view: WorldView }>(undefined);
  const shades = useMemo(() => new Map(marked.map((each) => [each.code, each])), [marked]);

  const isWhole = view.width >= world.width;
  const isFit = view === fit;
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const from = drag.current;
    const scale = picture.current?.getScreenCTM()?.a;
    if (from && scale) {
      look(moved(world, from.view, (from.x - event.clientX) / scale, (from.y - event.clientY) / scale));
      setPointed(undefined);
      return;
    }
    const code = event.target instanceof Element ? event.target.getAttribute('data-code') : null;
    const frame = picture.current?.getBoundingClientRect();
    setPointed(code && frame ? { code, x: event.clientX - frame.left, y: event.clientY - frame.top } : undefined);
  };
  const release = () => {
    drag.current = undefined;
  };
  return (
    <>
      <svg
        ref={picture}
        role="img"
        aria-label={spoken}
        viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { x: event.clientX, y: event.clientY, view };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Outlines world={world} shades={shades} />
        {/* Again and over all others, which would hide parts of its border. */}
        {pointed ? <path className="world-pointed" d={world.areas[pointed.code]?.[0]} /> : null}
        {marked.map(({ code, shade }) => {
          const dot = dotOf(world, view, code);
          return dot ? (
            <path key={code} data-code={code} className={`world-dot is-${shade}`} d={`M${dot[0]} ${dot[1]}h0`} />
          ) : null;
        })}
      </svg>
      {pointed ? <Said pointed={pointed} marked={shades.get(pointed.code)} name={nameOf(pointed.code)} /> : null}
      <div className="world-ways">
        <button type="button" aria-label={t(words.nearer)} onClick={() => look(nearer(world, view, STEP))}>
          +
        </button>
        <button
          type="button"
          aria-label={t(words.farther)}
          disabled={isWhole}
          onClick={() => look(nearer(world, view, 1 / STEP))}
        >
          −
        </button>
        <button
          type="button"
          disabled={isFit && fit.width >= world.width}
          onClick={() => look(isFit ? wholeOf(world) : fit)}
        >
          {t(isFit ? words.whole : words.fit)}
        </button>
      </div>
      {legend ? (
        <ol className="world-legend">
          {legend.map((ends, at) => (
            <li key={ends}>
              <i className={`is-${at + 1}`} aria-hidden="true" />
              {ends}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

function Said({ pointed, marked, name }: { pointed: Pointed; marked: Marked | undefined; name: string }) {
  return (
    <p
      className={classNames('world-said', pointed.y < NEAR_THE_TOP && 'is-below')}
      style={{ left: pointed.x, top: pointed.y }}
    >
      <b>{marked?.name ?? name}</b>
      {marked?.detail ? <span>{marked.detail}</span> : null}
    </p>
  );
}

const LAST = ['CN', ...WITHIN_CHINA];

/** All countries; China, which others' outlines reach into, over them. */
const Outlines = memo(({ world, shades }: { world: World; shades: ReadonlyMap<string, Marked> }) => {
  const others = Object.keys(world.areas).filter((code) => !LAST.includes(code));
  return (
    <>
      <path className="world-nobodys" d={world.nobodys} />
      {[...others, ...LAST].map((code) => {
        const shade = shades.get(code)?.shade;
        return (
          <path
            key={code}
            data-code={code}
            className={classNames(
              'world-area',
              shade ? `is-${shade}` : undefined,
              WITHIN_CHINA.includes(code) && 'is-within',
            )}
            d={world.areas[code]?.[0]}
          />
        );
      })}
      <path className="world-dashes" d={world.dashes} />
    </>
  );
});
