import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { askFor, type CallInput } from '../../http/call.ts';
import { identityHeaders, settle } from '../../http/client.ts';
import { page } from '../../http/connection.ts';
import { RequestFailure, SAID } from '../../http/failure.ts';
import { queryString } from '../../http/query.ts';

/**
 * A form knows only texts, and the server reads what looks like JSON as JSON. A text that looks like a number (an id) is
 * therefore written as the JSON text it is.
 */
const fieldsOf = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' ? JSON.stringify(value) : value,
    ]),
  );

/**
 * Sends a file and reports the share sent, which fetch cannot do. Headers and response handling are the client's. It is silent,
 * because the form shows failures at the file's field.
 */
export function sendUpload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { readonly file: File },
  on: { sent?: (share: number) => void; signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<AnswerOf<E>> {
  const body = fieldsOf(input.body) as CallInput<E>['body'];
  const ask = askFor<E>(
    endpoint,
    { ...input, body } as CallInput<E>,
    on.idempotencyKey ? { idempotencyKey: on.idempotencyKey } : {},
  );
  const sentToken = page.token();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (kind: 'network' | 'cancelled', words: (typeof SAID)[keyof typeof SAID]) =>
      reject(new RequestFailure(kind, say(words, page.language())));
    request.open(ask.method, `${page.baseAddress()}${ask.path}${queryString(ask.query)}`);
    for (const [name, value] of Object.entries({ ...identityHeaders(page), ...ask.headers })) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => on.sent?.(total > 0 ? loaded / total : 0);
    request.onerror = () => fail('network', SAID.unknownNetwork);
    request.onabort = () => fail('cancelled', SAID.cancelled);
    request.onload = () => {
      const requestId = request.getResponseHeader('X-Request-Id') ?? undefined;
      try {
        const answer = { status: request.status, text: request.responseText, requestId };
        resolve(settle<AnswerOf<E>>(page, answer, sentToken).data);
      } catch (error) {
        reject(error);
      }
    };
    on.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(ask.body as FormData);
  });
}
