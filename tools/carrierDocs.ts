/**
 * `node tools/carrierDocs.ts`: writes what each carrier's interface can do into docs/carriers.md, between the marks there.
 * The table is the code's; a test says when it is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTERS } from '../apps/server/src/domains/carrierAdapters/adapters.ts';
import { presetOf } from '../apps/server/src/domains/carrierAdapters/generic/presets.ts';
import type { CarrierAdapter } from '../apps/server/src/domains/carrierAdapters/protocol/adapter.ts';
import { CarrierOperation } from '../packages/contract/src/api/carriers/carrierCapabilities.ts';
import { Platform } from '../packages/contract/src/enumerations/card.ts';

const BEGIN = '<!-- capabilities: written by tools/carrierDocs.ts -->';
const END = '<!-- /capabilities -->';
const file = join(import.meta.dirname, '../docs/carriers.md');

/** A configured family can do what its description says; the table shows our own contract. */
function shapeOf(adapter: CarrierAdapter): CarrierAdapter {
  const profile = adapter.readProfile?.(presetOf(adapter.key)).profile;
  return profile && adapter.shape ? adapter.shape(profile) : adapter;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(): string {
  const coded = ADAPTERS.filter((adapter) => !adapter.shape);
  const configured = ADAPTERS.find((adapter) => adapter.shape);
  const columns = configured ? [...coded, shapeOf(configured)] : coded;
  const head = columns.map((adapter) => (adapter.shape ? 'configured \\*' : adapter.name.en));
  const cell = ({ capabilities }: CarrierAdapter, operation: CarrierOperation): string => {
    if (!capabilities.operations.includes(operation)) return '';
    const size = capabilities.batchSizes[operation] ?? 1;
    return size > 1 ? String(size) : '●';
  };
  const rows = CarrierOperation.options
    .filter(({ value }) => columns.some(({ capabilities }) => capabilities.operations.includes(value)))
    .map(({ label, value }) => line([`\`${value}\``, label.en, ...columns.map((each) => cell(each, value))]));
  const facts = columns.map(({ capabilities }, at) => {
    const { callsPerSecond, inFlight } = capabilities.defaultLimits;
    const proved = capabilities.verifiedOn ?? 'no';
    return line([
      head[at] ?? '',
      `${callsPerSecond} / ${inFlight}`,
      String(capabilities.cycleDay),
      capabilities.confirmation,
      proved,
    ]);
  });
  const families = ADAPTERS.filter((adapter) => adapter.shape).map(
    ({ key, name, platform }) => `${name.en} (\`${key}\`, ${Platform.labelOf(platform).en})`,
  );
  return [
    line(['Operation', '', ...head]),
    line(['---', '---', ...columns.map(() => ':-:')]),
    ...rows,
    '',
    `\\* ${families.join(', ')}: each account brings its own description; shown is the contract they begin with.`,
    '',
    line(['Interface', 'Calls a second / in flight', 'Cycle day', 'A change is confirmed by', 'Proven']),
    line(['---', '---', '---', '---', '---']),
    ...facts,
  ].join('\n');
}

/** The expected page. */
export function carrierDocs(): { readonly should: string; readonly is: string } {
  const is = readFileSync(file, 'utf8');
  const [before, rest = ''] = is.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  return { should: `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`, is };
}

if (import.meta.main) {
  writeFileSync(file, carrierDocs().should);
  console.info('docs/carriers.md is written');
}
