import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import type { MomentField, readCardMoment } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import type { ReactNode } from 'react';
import { LabelChip, Nothing } from '../../../../kit/table/cells.tsx';
import { CardStatus } from '../../../cards/CardStatus.tsx';

const words = {
  what: text('项目', 'What'),
  stood: text('当时', 'Then'),
  changed: text('已变', 'changed'),
  unrecorded: text('未记录', 'Not recorded'),
  unrecordedUntil: text('未记录（{time} 起有记录）', 'Not recorded before {time}'),
  version: text('{code} 版本 {version}', '{code} version {version}'),
  gone: text('{name}（已删除）', '{name} (deleted)'),
};

export type Moment = AnswerOf<typeof readCardMoment>;
type Standing = Moment['stands'];

type Row = {
  readonly field: MomentField;
  readonly label: Text;
  /** What is compared. */
  readonly key: (standing: Standing) => string;
  readonly show: (standing: Standing, t: ReturnType<typeof useText>, platform: Platform) => ReactNode;
};

const plain = (value: string | null): ReactNode => value ?? <Nothing />;

const ROWS: readonly Row[] = [
  {
    field: 'status',
    label: nouns.status,
    key: ({ status }) => status?.word ?? '',
    show: ({ status, reasons }, _, platform) =>
      status?.lifecycle ? (
        <CardStatus
          card={{
            platform,
            carrierStatus: status.word,
            lifecycle: status.lifecycle,
            stopReasons: reasons as StopReason[],
            pending: null,
          }}
        />
      ) : (
        plain(status?.text ?? null)
      ),
  },
  {
    field: 'reasons',
    label: cardFields.stopReasons.label,
    key: ({ reasons }) => reasons.join(),
    show: ({ reasons }, t) =>
      plain(reasons.map((reason) => t(StopReason.labelOf(reason))).join(t(text('、', ', '))) || null),
  },
  {
    field: 'pending',
    label: nouns.pending,
    key: ({ pending }) => pending ?? '',
    show: ({ pending }) => plain(pending),
  },
  {
    field: 'customer',
    label: cardFields.customerName.label,
    key: ({ customer }) => customer?.id ?? '',
    show: ({ customer }) => plain(customer?.name ?? null),
  },
  {
    field: 'product',
    label: cardFields.productCode.label,
    key: ({ product, version }) => `${product}:${version}`,
    show: ({ product, version }, t) =>
      plain(product === null || version === null ? product : t(words.version, { code: product, version })),
  },
  {
    field: 'imei',
    label: cardFields.boundImei.label,
    key: ({ imei }) => imei ?? '',
    show: ({ imei }) => (imei ? <Identifier value={imei} /> : <Nothing />),
  },
  {
    field: 'tags',
    label: cardFields.tags.label,
    key: ({ tags }) => tags.map((tag) => tag.id).join(),
    show: ({ tags }, t) =>
      tags.length === 0 ? (
        <Nothing />
      ) : (
        tags.map(({ id, name, color, isGone }) => (
          <LabelChip key={id} name={isGone ? t(words.gone, { name }) : name} color={color} />
        ))
      ),
  },
  {
    field: 'remark',
    label: cardFields.remark.label,
    key: ({ remark }) => remark ?? '',
    show: ({ remark }) => plain(remark),
  },
];

/** A past state beside the current one, line by line, with differences marked. The current state alone if it is selected. */
export function Compare(props: { moment: Moment; platform: Platform; isNow: boolean }) {
  const { moment, platform, isNow } = props;
  const { stood, stands, recordedSince } = moment;
  const t = useText();
  if (!stood) return null;
  const unrecorded = recordedSince ? t(words.unrecordedUntil, { time: wallTime(recordedSince) }) : t(words.unrecorded);
  return (
    <table className="lines-table time-compare">
      <thead>
        <tr>
          <th scope="col">{t(words.what)}</th>
          {isNow ? null : <th scope="col">{t(words.stood)}</th>}
          <th scope="col">{t(nouns.now)}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ field, label, key, show }) => {
          const isUnknown = stood.unrecorded.includes(field);
          const isChanged = !isNow && !isUnknown && key(stood) !== key(stands);
          return (
            <tr key={field} className={classNames(isChanged && 'is-changed')}>
              <th scope="row">{t(label)}</th>
              {isNow ? null : (
                <td>
                  {isUnknown ? <Span ink="secondary">{unrecorded}</Span> : show(stood, t, platform)}
                  {isChanged ? <small className="time-changed">{t(words.changed)}</small> : null}
                </td>
              )}
              <td>{show(stands, t, platform)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
