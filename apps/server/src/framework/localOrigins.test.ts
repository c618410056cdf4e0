import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';

const world = await forThisFile(testApp());

const ask = (origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
  world.app.http.inject({ method, url: '/api/auth/v1/me', headers: { origin } });

describe('consoles of other ports', () => {
  it('of this machine may read answers and send the headers of the client', async () => {
    const asked = await ask('http://127.0.0.1:5173', 'OPTIONS');
    expect(asked.statusCode).toBe(204);
    expect(asked.headers['access-control-allow-headers']).toContain('authorization');
    const answered = await ask('http://localhost:5173');
    expect(answered.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    expect(answered.json().code).toBe('5005003');
  });

  it('of anywhere else may not, nor those that only look like it', async () => {
    for (const origin of [
      'https://example.com',
      'http://127.0.0.1.example.com',
      'http://localhost:80@example.com',
      'null',
    ]) {
      expect((await ask(origin)).headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });
});
