import { CarrierOperation } from '@cardinal/contract/api/carrierCapabilities.ts';
import { readCarrierMatrix } from '@cardinal/contract/api/carrierProfiles.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';
import './capabilityMatrix.css';

const words = {
  title: text('通道能力一览', 'What each account can do'),
  intro: text(
    '取自各通道的接口。● 支持，数字为一次最多的卡数；空白表示接口没有此操作。',
    'Taken from the interface of each account. ● it can, a figure says how many cards at once; blank: its interface has no such operation.',
  ),
  operation: text('接口操作', 'Operation'),
  can: text('支持', 'Can'),
  cannot: text('不支持', 'Cannot'),
  atOnce: text('支持，一次最多 {n} 张', 'Can, {n} {n|card|cards} at once'),
  unproven: text('接口待确认', 'Unproven'),
  notConnected: text('未接入', 'Not connected'),
  failed: text('能力一览加载失败', 'The table could not be loaded'),
  total: text('合计', 'Together'),
};

/** Every operation against every account: where a carrier can do what another cannot. */
export function CapabilityMatrix({ onClose }: { onClose: () => void }) {
  const t = useText();
  const shown = new Set(useShownCarriers().map((carrier) => carrier.value));
  const { data, error } = useQuery({
    queryKey: [readCarrierMatrix.name],
    queryFn: ({ signal }) => call(readCarrierMatrix, {}, { signal, isSilent: true }),
  });
  const accounts = (data ?? []).filter(({ platform }) => shown.has(platform));
  const operations = CarrierOperation.options.filter(({ value }) =>
    accounts.some((account) => account.operations.includes(value)),
  );
  return (
    <Sheet isOpen title={t(words.title)} width={1200} onClose={onClose}>
      {data ? (
        <>
          <p className="capability-intro">{t(words.intro)}</p>
          {/* A wide table scrolls by itself and can be scrolled with the keys. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to be reached */}
          <section className="capability-scroll" aria-label={t(words.title)} tabIndex={0}>
            <table className="capability-matrix">
              <thead>
                <tr>
                  <th scope="col">{t(words.operation)}</th>
                  {accounts.map((account) => (
                    <th key={account.accountId} scope="col">
                      <span>{account.name}</span>
                      <small>{t(Platform.labelOf(account.platform))}</small>
                      {account.isConnected ? (
                        account.isProven ? null : (
                          <small className="is-warned">{t(words.unproven)}</small>
                        )
                      ) : (
                        <small className="is-warned">{t(words.notConnected)}</small>
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {operations.map((operation) => (
                  <tr key={operation.key}>
                    <th scope="row">{t(operation.label)}</th>
                    {accounts.map(({ accountId, batchSizes, operations: offered }) => (
                      <Cell
                        key={accountId}
                        can={offered.includes(operation.value)}
                        size={batchSizes[operation.value] ?? 1}
                      />
                    ))}
                  </tr>
                ))}
                <tr className="is-total">
                  <th scope="row">{t(words.total)}</th>
                  {accounts.map((account) => (
                    <td key={account.accountId}>{account.operations.length}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          </section>
        </>
      ) : error ? (
        <ErrorState title={t(words.failed)} hint={error.message} />
      ) : (
        <DetailSkeleton />
      )}
    </Sheet>
  );
}

function Cell({ can, size }: { can: boolean; size: number }) {
  const t = useText();
  if (!can) {
    return (
      <td>
        <span className="only-heard">{t(words.cannot)}</span>
      </td>
    );
  }
  const said = size > 1 ? t(words.atOnce, { n: countAmount(size) }) : t(words.can);
  return (
    <td className="is-able" title={said}>
      <span aria-hidden="true">{size > 1 ? countAmount(size) : '●'}</span>
      <span className="only-heard">{said}</span>
    </td>
  );
}
