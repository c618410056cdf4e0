import { text } from '@cardinal/primitives/text.ts';
import { AlertIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CONNECTION, onLive } from './liveEvents.ts';

const words = {
  lost: text('连接已断开', 'Connection lost'),
  since: text('{time} 之后的变化尚未显示，正在重连', 'Changes since {time} are not shown yet; reconnecting'),
};

/** Interruptions shorter than this are not shown. */
const GRACE_MS = 3_000;

/** Warns while the event stream is down: the data may be outdated. After a reconnection everything is refetched. */
export default function ConnectionState() {
  const t = useText();
  const queries = useQueryClient();
  const [lostAt, setLostAt] = useState<number>();
  useEffect(() => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(CONNECTION, (state) => {
      if (state === 'waiting') {
        const at = Date.now();
        grace ??= setTimeout(() => setLostAt(at), GRACE_MS);
      } else if (state === 'open' && grace !== undefined) {
        clearTimeout(grace);
        grace = undefined;
        setLostAt(undefined);
        void queries.invalidateQueries({ type: 'active' });
      }
    });
    return () => {
      clearTimeout(grace);
      stop();
    };
  }, [queries]);
  if (lostAt === undefined) return null;
  const since = t(words.since, { time: wallTime(lostAt).slice(11, 19) });
  return (
    <span className="connection-lost" role="status" title={since}>
      <AlertIcon size={14} />
      {t(words.lost)}
      <span className="only-heard">{since}</span>
    </span>
  );
}
