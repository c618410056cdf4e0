import { previewNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { previewChipMove } from '@cardinal/contract/api/esimOperations/chips.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormField } from '../../../kit/form/formFields.ts';
import type { Asked } from './asked.ts';
import { planField, StepPlan } from './StepPlan.tsx';

const READY = {
  allocate: text('将划拨', 'Will be allocated'),
  recover: text('将回收', 'Will be recovered'),
  invalidate: text('将失效', 'Will be set invalid'),
  unbind: text('将解绑', 'Will be unbound'),
};
type Step = keyof typeof READY;
type Move = 'allocate' | 'recover';
const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? { customerId: value } : {});

/** The preview of a step on numbers in stock. */
export const NumberPlan = ({ kind, ids, to }: { kind: Step; ids: Asked; to?: unknown }) => (
  <StepPlan preview={previewNumbers} body={{ kind, numberIds: ids, ...chosen(to) }} ready={READY[kind]} />
);

/** The preview of allocating or recalling chips. */
export const ChipMovePlan = ({ kind, eids, to }: { kind: Move; eids: Asked; to?: unknown }) => (
  <StepPlan preview={previewChipMove} body={{ kind, eids, ...chosen(to) }} ready={READY[kind]} />
);

/** The plan at the end of a form: it follows the customer chosen above it. */
export const numberPlanField = (kind: Step, ids: Asked): FormField =>
  planField(({ values }) => <NumberPlan kind={kind} ids={ids} to={values['customerId']} />);
export const chipMovePlanField = (kind: Move, eids: Asked): FormField =>
  planField(({ values }) => <ChipMovePlan kind={kind} eids={eids} to={values['customerId']} />);
