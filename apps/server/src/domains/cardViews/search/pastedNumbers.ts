import type { pastedNotFoundSheet, readPasted } from '@cardinal/contract/api/cardViews/search.ts';
import { CardKind, IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { FileAnswer } from '../../../framework/domain.ts';
import { cardsNamedBy, kindsSeen, NUMBERS, readIdentifierList } from '../../cards/face.ts';
import { answerSheet } from '../../sheetImports/face.ts';

type Answer = AnswerOf<typeof readPasted>;

/** What a pasted list finds; numbers of one kind are looked for as that kind only, as in the lists. */
export async function findPasted(ctx: Ctx, query: QueryOf<typeof readPasted>): Promise<Answer> {
  const { column, values } = readIdentifierList(query.identifierType ?? IdentifierType.values.iccid, query.identifiers);
  const kinds = kindsSeen(ctx);
  const named = (await cardsNamedBy(ctx, values, column ? [column] : NUMBERS)).filter(({ kind }) =>
    kinds.includes(kind),
  );
  const found = new Set(named.map(({ typed }) => typed));
  const cardsOf = (kind: number) => new Set(named.flatMap((card) => (card.kind === kind ? [card.id] : []))).size;
  return {
    numbers: values.length,
    kinds: CardKind.options.flatMap(({ value }) =>
      cardsOf(value) > 0 ? [{ kind: value, cards: cardsOf(value) }] : [],
    ),
    notFound: values.filter((value) => !found.has(value)),
  };
}

export async function notFoundSheet(ctx: Ctx, query: QueryOf<typeof pastedNotFoundSheet>): Promise<FileAnswer> {
  const { notFound } = await findPasted(ctx, query);
  return answerSheet(ctx, say(text('未找到的号码.xlsx', 'numbers-not-found.xlsx'), ctx.language), {
    columns: [{ title: say(text('号码', 'Number'), ctx.language), kind: 'text', width: 34 }],
    rows: notFound.map((number) => [number]),
  });
}
