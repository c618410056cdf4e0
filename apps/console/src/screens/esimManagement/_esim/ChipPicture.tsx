import { viewActivationCode } from '@cardinal/contract/api/esim/numbers.ts';
import { setFallback } from '@cardinal/contract/api/esimOperations/operations.ts';
import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { CountryName } from '../../../kit/CountryName.tsx';
import { useChange } from '../../../kit/change.ts';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { LabelChip } from '../../../kit/table/cells.tsx';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { useActivationCode } from './ActivationCode.tsx';
import { ENABLE_LOOKS } from './esimLooks.ts';
import type { Chip } from './useChip.ts';

const words = {
  slots: text('芯片上的码号', 'Numbers on the chip'),
  empty: text('芯片上还没有码号。', 'No numbers on the chip yet.'),
  fallback: text('后备', 'Fallback'),
  asFallback: verbs.makeFallback,
  asked: text('已请求设为后备', 'Fallback requested'),
  code: nouns.activationCode,
  card: nouns.cardDetail,
  differs: text('芯片报告：{state}', 'Chip reports: {state}'),
  missing: text('芯片清单中没有', 'Not in the chip’s list'),
  enabled: text('已启用', 'enabled'),
  disabled: text('未启用', 'disabled'),
  unknown: text('芯片上有我们不知道的码号', 'Unknown numbers on the chip'),
};
const { enabled, notEnabled, invalid } = EsimEnableState.values;
type Slot = Chip['slots'][number];

const lookOf = (slot: Slot): string => {
  if (slot.enableState === enabled) return 'is-enabled';
  if (slot.enableState === invalid) return 'is-invalid';
  return slot.enableState === notEnabled ? '' : 'is-moving';
};

/** The chip's own report, where it differs from our data. */
function differenceOf(slot: Slot, wasRead: boolean): keyof typeof words | undefined {
  if (!wasRead || (slot.enableState !== enabled && slot.enableState !== notEnabled)) return undefined;
  if (slot.audited === null) return 'missing';
  const believed = slot.enableState === enabled ? 'enabled' : 'disabled';
  return slot.audited === believed ? undefined : slot.audited;
}

/** The chip with a slot for each number bound to it. */
export function ChipPicture({ chip }: { chip: Chip }) {
  const t = useText();
  const code = useActivationCode();
  const fallback = useChange(setFallback, { done: t(words.asked) });
  return (
    <section className="chip-picture" aria-label={t(words.slots)}>
      <div className="chip-contacts" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((each) => (
          <i key={each} />
        ))}
      </div>
      {chip.slots.length === 0 ? (
        <Span as="p" ink="secondary" size="m">
          {t(words.empty)}
        </Span>
      ) : null}
      <ul className="chip-slots">
        {chip.slots.map((slot) => {
          const difference = differenceOf(slot, chip.lastAuditAt !== null);
          return (
            <li key={slot.numberId} className={classNames('chip-slot', lookOf(slot))}>
              <Inline justify="between">
                <StatusTag {...ENABLE_LOOKS[slot.enableState]} word={t(EsimEnableState.labelOf(slot.enableState))} />
                {slot.isFallback ? <LabelChip name={t(words.fallback)} color="blue" /> : null}
              </Inline>
              <Identifier value={slot.iccid} />
              <small>
                {slot.profileType} · <CarrierName platform={slot.platform} /> · <CountryName code={slot.country} />
              </small>
              {slot.stateWords ? <small>{slot.stateWords}</small> : null}
              {difference ? (
                <small className="is-different">
                  {difference === 'missing' ? t(words.missing) : t(words.differs, { state: words[difference] })}
                </small>
              ) : null}
              <Inline>
                <Link to={`/cardsManagement/cardDetailOther/${slot.numberId}`}>{t(words.card)}</Link>
                {slot.hasActivationCode && chip.architecture === 'consumer' ? (
                  <Can call={viewActivationCode}>
                    <TextButton onClick={() => code.look(slot.numberId)}>{t(words.code)}</TextButton>
                  </Can>
                ) : null}
                {!slot.isFallback &&
                chip.architecture !== 'consumer' &&
                (slot.enableState === enabled || slot.enableState === notEnabled) ? (
                  <Can call={setFallback}>
                    <TextButton
                      disabled={fallback.isRunning}
                      onClick={() => void fallback.run({ body: { eid: chip.eid, numberId: slot.numberId } })}
                    >
                      {t(words.asFallback)}
                    </TextButton>
                  </Can>
                ) : null}
              </Inline>
            </li>
          );
        })}
        {chip.unknownOnChip.map((profile) => (
          <li key={profile.iccid} className="chip-slot is-invalid">
            <small className="is-different">{t(words.unknown)}</small>
            <Identifier value={profile.iccid} />
            <small>{t(words.differs, { state: words[profile.state] })}</small>
          </li>
        ))}
      </ul>
      {code.dialog}
    </section>
  );
}
