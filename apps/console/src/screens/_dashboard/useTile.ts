import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { createContext, use } from 'react';
import { useRead } from '../../kit/useRead.ts';

/** Figures are counted every minute; a wall screen polls more often. */
export const EVERY_MS = 60_000;
export const TileClock = createContext(EVERY_MS);

/** One read per tile: a slow one delays no other. */
export const useTile = <E extends Endpoint>(endpoint: E) => useRead<E>(endpoint, undefined, { every: use(TileClock) });
