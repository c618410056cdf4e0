import { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { EsimImports } from './_import/EsimImports.tsx';

/** Bought profiles come into stock with what their SM-DP+ needs to know of them. */
export default function ImportCodeNumbers() {
  return <EsimImports api={numberImports} />;
}
