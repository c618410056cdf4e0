import type { OpenInterface } from '@cardinal/contract/framework/openInterface.ts';
import type { Route } from '../../framework/domain.ts';

/** An operation of the external API with its use case; it is served under keys, and never beside the console's. */
export type OpenRoute = Route & { readonly endpoint: OpenInterface };

/** Makes an open route of one whose endpoint was declared with `openInterface`. */
export const bindOpen = (route: Route): OpenRoute => {
  if (!('open' in route.endpoint)) throw new Error(`${route.endpoint.name} is no open interface`);
  return route as OpenRoute;
};
