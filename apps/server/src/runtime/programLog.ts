import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys whose values may be secrets in a log line. */
const SECRET_KEYS = ['password', 'token', 'authorization', 'secret', 'apiKey', 'captchaCode', 'credentials'];

/** What says which error it was and where. Whatever else an error carries may hold rows, statements or a whole client. */
const TELLING = [
  ...['type', 'message', 'stack', 'code', 'syscall', 'address', 'port'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

function errorOf(error: Error): Record<string, unknown> {
  const whole = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  const errors = error instanceof AggregateError ? { errors: error.errors.map(errorOf) } : {};
  return { ...Object.fromEntries(TELLING.flatMap((key) => (key in whole ? [[key, whole[key]]] : []))), ...errors };
}

/** The log of one process: a JSON object a line on standard output, without secrets and without the data an error carries. */
export const programLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '••••' },
      serializers: { err: errorOf },
    },
    destination,
  );
