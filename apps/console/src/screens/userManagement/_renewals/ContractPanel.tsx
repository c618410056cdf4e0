import { listContracts, readContract } from '@cardinal/contract/api/autoRenewals/contracts.ts';
import { ContractEnder, RenewalChargeState, SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import { RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CHARGE_LOOKS } from './renewalWords.ts';

const words = {
  title: text('签约', 'Contract'),
  failed: text('签约加载失败', 'Failed to load the contract'),
  terms: text('约定', 'Terms'),
  charges: text('扣款', 'Charges'),
  none: text('还没有扣款', 'No charges yet'),
  ending: text('已请求解约，等待微信支付确认', 'Being ended; WeChat Pay has to confirm it'),
  period: text('期', 'Period'),
  announced: text('通知', 'Announced'),
  at: text('扣款时间', 'Charged at'),
  amount: text('金额', 'Amount'),
  tries: text('次数', 'Tries'),
  said: text('说明', 'Said'),
};

type Contract = AnswerOf<typeof readContract>;

function Terms({ of }: { of: Contract }) {
  const t = useText();
  const { fields } = listContracts;
  const amount = (minor: string) => <Money minor={minor} currency={of.currency} showCurrency />;
  const at = (time: string | null) => (time === null ? null : <TimeText at={time} />);
  return (
    <Stack>
      {of.isEnding ? <Note role="status">{t(words.ending)}</Note> : null}
      <FactsList
        facts={[
          { label: fields.signingState.label, value: t(SigningState.labelOf(of.signingState)) },
          ...(of.result === null ? [] : [{ label: fields.result.label, value: of.result }]),
          { label: fields.title.label, value: of.title },
          { label: fields.iccid.label, value: of.iccid },
          { label: fields.accountName.label, value: of.accountName },
          { label: fields.buyer.label, value: of.buyer },
          { label: fields.templateName.label, value: of.templateName },
          { label: fields.firstPrice.label, value: amount(of.firstPrice) },
          { label: fields.renewPrice.label, value: amount(of.renewPrice) },
          { label: fields.periods.label, value: String(of.periods) },
          { label: fields.nextChargeAt.label, value: at(of.nextChargeAt) },
          { label: fields.signedAt.label, value: at(of.signedAt) },
          { label: fields.providerNo.label, value: of.providerNo },
          ...(of.endedAt === null
            ? []
            : [
                { label: fields.endedAt.label, value: at(of.endedAt) },
                {
                  label: fields.endedBy.label,
                  value: of.endedBy === null ? null : t(ContractEnder.labelOf(of.endedBy)),
                },
              ]),
        ]}
      />
    </Stack>
  );
}

function Charges({ of }: { of: Contract }) {
  const t = useText();
  if (of.charges.length === 0) return <Paragraph ink="secondary">{t(words.none)}</Paragraph>;
  return (
    <LinesTable
      heads={[
        figures(words.period),
        listContracts.fields.nextState.label,
        figures(words.amount),
        words.announced,
        words.at,
        figures(words.tries),
        words.said,
      ]}
    >
      {of.charges.map((each) => (
        <tr key={each.id}>
          <FigureCell>{each.period}</FigureCell>
          <td>
            <StatusTag {...CHARGE_LOOKS[each.state]} word={t(RenewalChargeState.labelOf(each.state))} />
          </td>
          <FigureCell>
            <Money minor={each.amount} currency={of.currency} />
          </FigureCell>
          <td>{each.announcedAt === null ? '—' : <TimeText at={each.announcedAt} />}</td>
          <td>
            <TimeText at={each.paidAt ?? each.chargeAt} />
          </td>
          <FigureCell>{each.tries}</FigureCell>
          <td>{each.said ?? (each.progress === null ? '' : t(RetailProgress.labelOf(each.progress)))}</td>
        </tr>
      ))}
    </LinesTable>
  );
}

/** What was signed, and what became of each period. */
export function ContractPanel(props: {
  id: string | undefined;
  steps: (contract: Contract) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const state = useRead(readContract, props.id !== undefined && { id: props.id });
  return (
    <DetailSheet
      isOpen={props.id !== undefined}
      state={state}
      title={words.title}
      failed={words.failed}
      width={760}
      steps={props.steps}
      tabs={(contract) => [
        { key: 'charges', title: t(words.charges), content: () => <Charges of={contract} /> },
        { key: 'terms', title: t(words.terms), content: () => <Terms of={contract} /> },
      ]}
      onClose={props.onClose}
    />
  );
}
