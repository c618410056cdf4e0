/** The parts of the provider package that tests use; it publishes no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, reply: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, reply: ServerResponse, result: object): Promise<void>;
  }
}
