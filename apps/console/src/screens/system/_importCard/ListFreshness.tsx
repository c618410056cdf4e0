import { listInventoryNow, readInventory } from '@cardinal/contract/api/cardImports/importSources.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  listedAt: text('清单读取于', 'List read'),
  never: text('清单尚未读取过。', 'The list has not been read yet.'),
  reading: text('正在读取清单，已读 {n} 张…', 'Reading the list: {n} so far…'),
  halted: text('上次读取中断：{words}', 'The last reading was interrupted: {words}'),
  now: text('立即重新读取', 'Read now'),
};
const LOOK_AGAIN_MS = 2_000;

export type Inventory = AnswerOf<typeof readInventory>;

/** The carrier's list of an account, polled while it is being read. */
export const useInventory = (carrierAccountId: string | undefined, isWanted: boolean) =>
  useRead(
    readInventory,
    { carrierAccountId: carrierAccountId ?? '' },
    {
      enabled: isWanted && carrierAccountId !== undefined,
      retry: false,
      every: (data) => (data?.isReading ? LOOK_AGAIN_MS : false),
      staleTime: 0,
    },
  );

/** The age of the list, and the button that reads it again. */
export function ListFreshness({ carrierAccountId, inventory }: { carrierAccountId: string; inventory: Inventory }) {
  const t = useText();
  const reading = useChange(listInventoryNow);
  return (
    <Inline as="p" gap="m" ink="secondary" size="m">
      {inventory.listedAt ? (
        <span>
          {t(words.listedAt)} <TimeText at={inventory.listedAt} />
        </span>
      ) : inventory.isReading ? null : (
        <span>{t(words.never)}</span>
      )}
      {inventory.isReading ? <span role="status">{t(words.reading, { n: countAmount(inventory.seen) })}</span> : null}
      {inventory.halted ? <span className="field-error">{t(words.halted, { words: inventory.halted })}</span> : null}
      <CallButton
        call={listInventoryNow}
        size="small"
        loading={reading.isRunning}
        disabled={inventory.isReading}
        onClick={() => void reading.run({ body: { carrierAccountId } })}
      >
        {t(words.now)}
      </CallButton>
    </Inline>
  );
}
