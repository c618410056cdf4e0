import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import { identityHeaders, settle } from '../http/client.ts';
import { page } from '../http/connection.ts';
import { RequestFailure, SAID } from '../http/failure.ts';
import { queryString } from '../http/query.ts';
import { toast } from '../shell/toasts.ts';

/** The name the server gives a file: the extended form first, which keeps Chinese. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  try {
    return (extended ? decodeURIComponent(extended) : plain) || otherwise;
  } catch {
    return plain || otherwise;
  }
}

/** Gives the browser a file to save. */
export function offer(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started reading by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function fetchFile<E extends Endpoint>(endpoint: E, query: z.input<E['query']>): Promise<void> {
  const sentToken = page.token();
  const asked = `${page.baseAddress()}${endpoint.path}${queryString(query as Record<string, unknown>)}`;
  let response: Response;
  try {
    response = await fetch(asked, { headers: identityHeaders(page), credentials: 'omit', cache: 'no-store' });
  } catch {
    throw new RequestFailure('network', say(SAID.unknownNetwork, page.language()));
  }
  if (!response.ok || response.headers.get('Content-Type')?.startsWith('application/json')) {
    const requestId = response.headers.get('X-Request-Id') ?? undefined;
    settle(page, { status: response.status, text: await response.text(), requestId }, sentToken);
    return;
  }
  offer(await response.blob(), fileNameOf(response.headers.get('Content-Disposition'), endpoint.name));
}

/**
 * Saves the file that a small endpoint returns (a template, a sheet of invalid rows). The token is sent in the header, which a
 * plain link cannot do; exports use a ticket. Shows failures itself; returns whether the file was saved.
 */
export async function saveFile<E extends Endpoint>(endpoint: E, query: z.input<E['query']>): Promise<boolean> {
  try {
    await fetchFile(endpoint, query);
    return true;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.kind !== 'session' && error.kind !== 'emptyBody') toast.error(error.message);
    return false;
  }
}
