import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardKind, OnlineState, RealNameStatus, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { AlertIcon, CheckIcon, ChevronDownIcon, InfoIcon, RefreshIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { MenuButton } from '@cardinal/ui/MenuButton.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo, TimeText } from '@cardinal/ui/TimeText.tsx';
import { LabelChip } from '../../../kit/table/cells.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { CardStatus } from '../../cards/CardStatus.tsx';
import { ACTION_WORDS, BESIDE, isFrequent, rank } from '../actionWords.ts';
import { type CardView, statusAsOf } from '../useCard.ts';
import { JumpBox } from './JumpBox.tsx';
import { Neighbours } from './Neighbours.tsx';

const words = {
  system: text('系统', 'the system'),
  customers: text('客户归属', 'Customer'),
  actions: text('可执行的操作', 'Available actions'),
  down: text('{why}，显示的是最近一次同步的内容', '{why}. Showing data from the last sync.'),
  onlineUnknown: text('在线状态未知', 'Connection unknown'),
};

const ONLINE: Readonly<Record<OnlineState, StatusLook>> = {
  0: { shape: 'ring', tone: 'neutral' },
  1: { shape: 'disc', tone: 'good' },
  2: { shape: 'half', tone: 'neutral' },
};
const REAL_NAME: Readonly<Record<RealNameStatus, StatusLook>> = {
  0: { shape: 'ring', tone: 'warning' },
  1: { shape: 'disc', tone: 'good' },
};
const FINDING = {
  good: { look: 'success', icon: <CheckIcon /> },
  attention: { look: 'warning', icon: <InfoIcon /> },
  bad: { look: 'danger', icon: <AlertIcon /> },
} as const;

function Chips(props: { view: CardView }) {
  const { card, stopReasons } = props.view;
  const t = useText();
  return (
    <Inline as="ul">
      <li className="chip">
        <CardStatus card={{ ...card, stopReasons: [] }} />
      </li>
      {stopReasons.map(({ reason, since, by }) => (
        <li key={reason} className="chip">
          <StatusTag shape="square" tone="bad" word={t(StopReason.labelOf(reason))} />
          {since ? (
            <small>
              {by ?? t(words.system)} · <TimeText at={since} />
            </small>
          ) : null}
        </li>
      ))}
      <li className="chip">
        <StatusTag {...REAL_NAME[card.realNameStatus]} word={t(RealNameStatus.labelOf(card.realNameStatus))} />
      </li>
      <li className="chip">
        <StatusTag
          {...ONLINE[card.onlineState]}
          word={t(
            card.onlineState === OnlineState.values.unknown
              ? words.onlineUnknown
              : OnlineState.labelOf(card.onlineState),
          )}
        />
      </li>
      {card.tags.map((tag) => (
        <li key={tag.id} className="chip">
          <LabelChip {...tag} />
        </li>
      ))}
    </Inline>
  );
}

function Synced(props: { at: string | null }) {
  const t = useText();
  return (
    <Span ink="secondary" size="m" isOneLine>
      {props.at ? (
        <>
          {t(nouns.synced)} <TimeAgo at={props.at} />
        </>
      ) : (
        t(nouns.notSyncedYet)
      )}
    </Span>
  );
}

type Offer = CardView['offered'][number];

/** A button that says below itself why it is disabled. */
function ActionButton(props: { offer: Offer; onAction: (action: CardAction) => void; isPrimary?: boolean }) {
  const { action, why } = props.offer;
  const t = useText();
  return (
    <ReasonedButton
      why={why}
      className={classNames(props.isPrimary && 'button-primary', action === 'cancel_card' && 'is-danger')}
      onPick={() => props.onAction(action)}
    >
      {t(ACTION_WORDS[action].name)}
    </ReasonedButton>
  );
}

/** The rarely used actions; a disabled one shows why below its name. */
function MoreActions(props: { offers: readonly Offer[]; onAction: (action: CardAction) => void }) {
  const t = useText();
  const offers = props.offers.filter(({ action }) => action !== 'cancel_card');
  if (offers.length === 0) return null;
  return (
    <MenuButton
      label={t(nouns.more)}
      className="button"
      items={offers.map(({ action, why }) => ({
        key: action,
        label: t(ACTION_WORDS[action].name),
        why: why ?? undefined,
        onPick: () => props.onAction(action),
      }))}
    >
      {t(nouns.more)}
      <ChevronDownIcon size={12} />
    </MenuButton>
  );
}

/** The card's identity, status, diagnosis and actions. */
export function CardHeader(props: { view: CardView; isRefreshing: boolean; onAction: (action: CardAction) => void }) {
  const { view, onAction } = props;
  const { card, diagnosis, carrier, offered } = view;
  const t = useText();
  const finding = FINDING[diagnosis.state];
  const remedy = diagnosis.action
    ? offered.find((offer) => offer.action === diagnosis.action && offer.isAllowed)
    : undefined;
  const refresh = offered.find((offer) => offer.action === 'sync_card');
  const listed = offered
    .filter(({ action }) => action !== 'sync_card' && !BESIDE.has(action))
    .filter((offer) => mayCall({ permission: CARD_ACTIONS[offer.action] }))
    .sort((a, b) => rank(a.action) - rank(b.action));
  return (
    <Stack as="header" gap="s" below="xs">
      <Inline>
        <h1>
          <Identifier value={card.iccid} />
        </h1>
        <Neighbours cardId={card.id} />
        <Spacer />
        <JumpBox />
        <Synced at={statusAsOf(view)} />
        {refresh ? (
          <ReasonedButton
            why={refresh.why}
            isBusy={props.isRefreshing}
            className={props.isRefreshing ? 'is-turning' : undefined}
            onPick={() => onAction('sync_card')}
          >
            <RefreshIcon size={14} />
            {t(ACTION_WORDS.sync_card.name)}
          </ReasonedButton>
        ) : null}
      </Inline>
      <Inline gap="l" ink="secondary">
        {card.businessNumber ? <Identifier value={card.businessNumber} /> : null}
        <span>{carrier.channel}</span>
        <span>{t(CardKind.labelOf(card.kind))}</span>
        <nav aria-label={t(words.customers)}>{view.customerPath.map(({ name }) => name).join(' / ')}</nav>
      </Inline>
      <Chips view={view} />
      <Note as="div" tone={finding.look} role="status" aria-label={t(nouns.diagnosis)}>
        <Inline isOneLine>
          {finding.icon}
          <Span ink="ink" weight="medium" grows>
            {diagnosis.words}
          </Span>
          {remedy ? <ActionButton offer={remedy} onAction={onAction} isPrimary /> : null}
        </Inline>
      </Note>
      {carrier.isReachable ? null : (
        <Note as="div" tone="plain" role="status">
          <Inline isOneLine>
            <AlertIcon />
            <span>{t(words.down, { why: carrier.unreachableWhy ?? '' })}</span>
          </Inline>
        </Note>
      )}
      {listed.length > 0 ? (
        <Inline as="fieldset" align="start" aria-label={t(words.actions)}>
          {listed
            .filter(({ action }) => isFrequent(action))
            .map((offer) => (
              <ActionButton key={offer.action} offer={offer} onAction={onAction} />
            ))}
          <MoreActions offers={listed.filter(({ action }) => !isFrequent(action))} onAction={onAction} />
          <Spacer />
          {listed
            .filter(({ action }) => action === 'cancel_card')
            .map((offer) => (
              <ActionButton key={offer.action} offer={offer} onAction={onAction} />
            ))}
        </Inline>
      ) : null}
    </Stack>
  );
}
