import type { Log } from './log.ts';

/** What a drain may take before the process ends regardless: what runs then is cut and taken over by its lease. */
export const DRAIN_MS = 20_000;

type Standing = { readonly name: string; readonly stop: () => Promise<void> | void };

/** Services that stand on one another: started in order, stopped in the reverse. */
export type Services = {
  /** Starts one and remembers how to stop it. */
  add<T>(name: string, start: () => Promise<T> | T, stop: (service: T) => Promise<void> | void): Promise<T>;
  /** Stops all that stand, the last started first; one that fails to stop does not keep the others standing. */
  stop(): Promise<void>;
};

/** An empty row of services. When one cannot start, those before it are stopped and the failure is thrown. */
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
        // A signal that came during the start has stopped everything before this one.
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
 * Ends the process in order on SIGTERM, SIGINT, or when the parent that forked it is gone; exit code 0 when the drain
 * was complete, 1 when it was cut or when the cause was an error nobody caught. A second signal does not wait.
 */
export function endInOrder(options: {
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
  // Nobody knows what state such an error leaves behind: drain, and let the supervisor of this process start it anew.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an error nobody caught');
    void end('uncaught error', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a rejection nobody handled');
    void end('unhandled rejection', 1);
  });
}
