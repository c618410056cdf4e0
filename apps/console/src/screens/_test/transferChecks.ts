import {
  CHECK_DOWNLOAD_BYTES,
  CHECK_EVENT_MS,
  CHECK_EVENTS,
  CHECK_UPLOAD_BYTES,
  checkDownload,
  checkEvents,
  checkUpload,
} from '@cardinal/contract/api/settings/selfCheck.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { EventParser } from '../../http/eventStream.ts';
import { ask, type Check, failed, passed, tooOften, unreachable } from './verdict.ts';

/** A slow line is slow, not broken. */
const TRANSFER_MS = 60_000;

/** Events sent half a second apart must arrive apart. */
export const isHeldBack = (arrivedAt: readonly number[]): boolean =>
  (arrivedAt.at(-1) ?? 0) - (arrivedAt[0] ?? 0) < CHECK_EVENT_MS;

/** When each event of the stream arrived; those before an interruption count. */
async function arrivals(response: Response): Promise<number[]> {
  const parser = new EventParser();
  const arrived: number[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      arrived.push(...parser.push(piece.value).map(() => performance.now()));
    }
  } catch {
    // Interrupted: the count reveals it.
  }
  return arrived;
}

/** Whether large bodies pass in both directions and events arrive one by one. None of it needs a login. */
export const TRANSFER_CHECKS: readonly Check[] = [
  {
    key: 'upload',
    title: text('上传 5 MB', '5 MB upload'),
    run: async () => {
      const found = await ask(checkUpload.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ filler: 'x'.repeat(CHECK_UPLOAD_BYTES) }),
        signal: AbortSignal.timeout(TRANSFER_MS),
      });
      if (!found) {
        return failed(
          text('上传没有完成', 'The upload did not complete'),
          text('网络中断，或代理拒绝大文件。', 'Network failure, or a proxy rejects large files.'),
        );
      }
      const { response, tookMs } = found;
      if (response.status === 429) return tooOften;
      const body = (await response.json().catch(() => undefined)) as { data?: { bytes?: unknown } } | undefined;
      return body?.data?.bytes === CHECK_UPLOAD_BYTES
        ? passed(sentences.passedIn, { ms: tookMs })
        : failed(
            text('上传被拒绝（{status}）', 'The upload was refused ({status})'),
            text('代理可能限制了请求大小，导入文件会失败。', 'A proxy may limit request size; imports will fail.'),
            { status: response.status },
          );
    },
  },
  {
    key: 'download',
    title: verbs.download,
    run: async () => {
      const found = await ask(checkDownload.path, { signal: AbortSignal.timeout(TRANSFER_MS) });
      if (!found) return unreachable;
      const { response, tookMs } = found;
      if (response.status === 429) return tooOften;
      const bytes = response.ok ? (await response.arrayBuffer().catch(() => undefined))?.byteLength : undefined;
      const isNamed = response.headers.get('Content-Disposition')?.includes('attachment');
      return bytes === CHECK_DOWNLOAD_BYTES && isNamed
        ? passed(sentences.passedIn, { ms: tookMs })
        : failed(
            text('文件不完整', 'The file arrived incomplete'),
            text('代理或安全软件可能拦截了文件下载。', 'A proxy or security software may block downloads.'),
          );
    },
  },
  {
    key: 'events',
    title: text('实时推送', 'Live events'),
    run: async () => {
      let arrived: number[] = [];
      // A page that has just opened is busy and sees events late: it tries again before it blames the network.
      for (let n = 0; n === 0 || (n === 1 && isHeldBack(arrived)); n += 1) {
        const found = await ask(checkEvents.path);
        if (!found) return unreachable;
        if (found.response.status === 429) return tooOften;
        arrived = await arrivals(found.response);
      }
      if (arrived.length < CHECK_EVENTS) {
        return failed(
          text('只收到 {n} 个事件', 'Only {n} {n|event|events} received'),
          text(
            '代理可能不支持长连接；任务进度需手动刷新。',
            'A proxy may not support long connections; refresh to see task progress.',
          ),
          { n: arrived.length },
        );
      }
      return isHeldBack(arrived)
        ? failed(
            text('事件被攒到最后才送达', 'Events were buffered and arrived all at once'),
            text('代理在缓冲应答；请为 /api 关闭缓冲。', 'A proxy buffers responses. Turn off buffering for /api.'),
          )
        : passed(text('逐个送达', 'Events arrive one by one'));
    },
  },
];
