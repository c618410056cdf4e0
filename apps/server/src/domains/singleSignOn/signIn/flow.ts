import { createHash } from 'node:crypto';
import type { FlowSecrets } from '../protocols/oidc.ts';

/** How long a person may take at the provider. */
export const FLOW_MS = 10 * 60_000;
const BYTES = 32;

export const randomToken = (bytes: (count: number) => Uint8Array): string =>
  Buffer.from(bytes(BYTES)).toString('base64url');

const digest = (purpose: string, state: string, binding: string) =>
  createHash('sha256').update(`${purpose} ${state} ${binding}`).digest();

/** The stored key of a sign-in. Neither state nor binding is stored, and neither alone finds it. */
export const flowKey = (state: string, binding: string): Buffer => digest('flow', state, binding);

/** Nonce and PKCE verifier follow from the binding, which only the browser that started has. */
export const flowSecrets = (state: string, binding: string): FlowSecrets => ({
  state,
  nonce: digest('nonce', state, binding).toString('base64url'),
  verifier: digest('verifier', state, binding).toString('base64url'),
});
