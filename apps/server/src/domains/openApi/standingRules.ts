import type { OpenState } from '@cardinal/contract/api/openApi/catalogue.ts';
import { OPEN_ROOT } from '@cardinal/contract/framework/openInterface.ts';
import type { InterfaceTable } from './openApiTables.ts';

export type Standing = Pick<InterfaceTable, 'state' | 'ends_at' | 'announced_at' | 'replaced_by'>;

/** The state of an interface at a given time; online without stored settings. */
export function stateAt(said: Standing | undefined, now: Date): OpenState {
  if (!said) return 'online';
  if (said.state !== 'deprecated') return said.state;
  return said.ends_at && said.ends_at <= now ? 'off' : 'deprecated';
}

/** Response headers of a deprecated interface: since when (RFC 9745), until when (RFC 8594), and its replacement. */
export function endingHeaders(said: Standing, pathOf: (name: string) => string | undefined): Record<string, string> {
  if (said.state !== 'deprecated' || !said.ends_at || !said.announced_at) return {};
  const next = said.replaced_by ? pathOf(said.replaced_by) : undefined;
  const links = [
    `<${OPEN_ROOT}openapi.json>; rel="deprecation"`,
    ...(next ? [`<${next}>; rel="successor-version"`] : []),
  ];
  return {
    deprecation: `@${Math.floor(said.announced_at.getTime() / 1_000)}`,
    sunset: said.ends_at.toUTCString(),
    link: links.join(', '),
  };
}
