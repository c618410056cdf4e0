import { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { EsimImports } from './_import/EsimImports.tsx';

/** Delivered chips come into stock from their maker's list. */
export default function ImportEsimCards() {
  return <EsimImports api={chipImports} />;
}
