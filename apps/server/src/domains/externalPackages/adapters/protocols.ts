import type { SourceAdapter } from '@cardinal/contract/enumerations/externalPackage.ts';
import { cardinal } from './cardinal.ts';
import type { SourceProtocol } from './operations.ts';

export const SOURCE_PROTOCOLS: readonly SourceProtocol[] = [cardinal];

export function protocolOf(adapter: SourceAdapter): SourceProtocol {
  const found = SOURCE_PROTOCOLS.find((each) => each.adapter === adapter);
  if (!found) throw new Error(`No adapter ${adapter}`);
  return found;
}
