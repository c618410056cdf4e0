import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { NoAnswer, sendRequest, type TlsIdentity } from './request.ts';

/** One DER element: a tag, its length, its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

/** A certificate of `subject` for 127.0.0.1, signed by its own key: no public authority knows it. */
function selfSigned(subject: string): { certificate: string; privateKey: string } {
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
  });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(subject)))));
  const time = (written: string) => der(0x17, Buffer.from(written));
  const address = sequence(oid('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(address)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    sequence(body, ECDSA_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

test('a server that asks for a certificate is reached with ours, and with nothing else', async () => {
  const theirs = selfSigned('smdp.example.com');
  const ours = selfSigned('cardinal');
  const server = createServer(
    {
      cert: theirs.certificate,
      key: theirs.privateKey,
      ca: ours.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (_request, reply) => reply.end('welcome'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const ask = (identity?: TlsIdentity) =>
    sendRequest({
      method: 'GET',
      url,
      timeoutMs: 5_000,
      policy: { allowLoopback: true },
      ...(identity ? { identity } : {}),
    }).then(
      ({ text }) => text,
      (error: unknown) => (error instanceof NoAnswer ? error.reason : error),
    );
  try {
    expect(await ask({ ...ours, authority: theirs.certificate })).toBe('welcome');
    expect(await ask({ ...selfSigned('stranger'), authority: theirs.certificate })).not.toBe('welcome');
    expect(await ask(ours)).toBe('unreachable');
    expect(await ask()).toBe('unreachable');
    expect(await ask({ certificate: ours.certificate, privateKey: 'no key' })).toBe('identity');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
