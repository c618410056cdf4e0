import type { Log } from './log.ts';

/** Maximum drain time before the process ends regardless: work still running is cut off and taken over through its lease. */
export const DRAIN_MS = 20_000;

type Standing = { readonly name: string; readonly stop: () => Promise<void> | void };

/** Services that depend on one another: started in order, stopped in reverse. */
export type Services = {
  /** Starts one and remembers how to stop it. */
  add<T>(name: string, start: () => Promise<T> | T, stop: (service: T) => Promise<void> | void): Promise<T>;
  /** Stops all started services in reverse order; one that fails to stop does not prevent the others from stopping. */
  stop(): Promise<void>;
};

/** An empty sequence of services. If one cannot start, those before it are stopped and the failure is thrown. */
export function serviceRow(log: Log): Services {
  const standing: Standing[] = [];
  let stopping: Promise<void> | undefined;

  const stopAll = async () => {
    for (let service = standing.pop(); service; service = standing.pop()) {
      const startedAt = performance.now();
      try {
        await service.stop();
        log.info({ service: service.name, ms: Math.round(performance.now() - startedAt) }, 'stopped');
      } catch (error) {
        log.error({ err: error, service: service.name }, 'did not stop in order');
      }
    }
  };
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };

  return {
    stop,
    async add(name, start, end) {
      if (stopping) throw new Error(`${name} was not started: the program is stopping`);
      try {
        const service = await start();
        standing.push({ name, stop: () => end(service) });
        // A signal during the start has stopped everything before this one.
        if (stopping) await stopAll();
        return service;
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}

/**
 * Ends the process in order on SIGTERM, SIGINT, or when its parent process is gone. Exit code 0 if the drain was complete, 1 if
 * it was cut off or an uncaught error was the cause. A second signal does not wait.
 */
export function shutDownInOrder(options: {
  readonly stop: () => Promise<void>;
  readonly log: Log;
  readonly drainMs?: number;
  readonly exit?: (code: number) => void;
}): void {
  const { stop, log, drainMs = DRAIN_MS, exit = (code) => process.exit(code) } = options;
  let ending = false;

  const end = async (reason: string, code: number) => {
    if (ending) return;
    ending = true;
    log.info({ reason }, 'stopping');
    const cut = setTimeout(() => {
      log.error({ drainMs }, 'the drain took too long and was cut');
      exit(1);
    }, drainMs);
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      exit(1);
      return;
    } finally {
      clearTimeout(cut);
    }
    exit(code);
  };
  const onSignal = (name: NodeJS.Signals) => {
    if (ending) exit(1);
    else void end(name, 0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('disconnect', () => void end('the parent process is gone', 0));
  // Such an error leaves an unknown state: drain, and let the process's supervisor restart it.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an error nobody caught');
    void end('uncaught error', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a rejection nobody handled');
    void end('unhandled rejection', 1);
  });
}
