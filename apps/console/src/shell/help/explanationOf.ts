import { routeOf } from '@cardinal/contract/routes/matching.ts';
import type { Explanation, Explanations } from './explanation.ts';

/** Each section explains its screens in a file of its own, loaded with the first question. */
const FILES = import.meta.glob<{ default: Explanations }>('../../screens/**/_help.ts');

/** The file that explains a route: its section's, or that of the screens outside sections. */
const fileOf = (route: string): string => {
  const [section = '', screen] = route.slice(1).split('/');
  return `../../screens/${screen === undefined ? '' : `${section}/`}_help.ts`;
};

/** What «?» says at an address; null where there is no screen. */
export async function explanationOf(path: string): Promise<Explanation | null> {
  const route = routeOf(path)?.route.path;
  const load = route === undefined ? undefined : FILES[fileOf(route)];
  if (route === undefined || !load) return null;
  return (await load()).default[route] ?? null;
}

/** Every explanation there is. */
export const everyExplanation = async (): Promise<Explanations> =>
  Object.assign({}, ...(await Promise.all(Object.values(FILES).map(async (load) => (await load()).default))));
