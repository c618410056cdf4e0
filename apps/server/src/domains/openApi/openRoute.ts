import type { OpenInterface } from '@cardinal/contract/framework/openInterface.ts';
import type { Route } from '../../framework/domain.ts';

/** An operation of the external API with its use case; served to keys only, separately from the console's API. */
export type OpenRoute = Route & { readonly endpoint: OpenInterface };

/** Turns a route whose endpoint was declared with `openInterface` into an open route. */
export const bindOpen = (route: Route): OpenRoute => {
  if (!('open' in route.endpoint)) throw new Error(`${route.endpoint.name} is no open interface`);
  return route as OpenRoute;
};
