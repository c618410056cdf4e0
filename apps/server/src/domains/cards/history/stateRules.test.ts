import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CardState } from '../cardState.ts';
import { recordedSince, type Standing, type StateLine, standingAt, type TagEnd, wholeOf } from './stateRules.ts';

const TAGS = ['1', '2', '3'];
const { constantFrom, record, constant, subarray, oneof, option } = fc;

/** A random change of a card's row. */
const happening = oneof(
  record({
    action: constant('stop_card'),
    change: constantFrom({ reasons: [1], pending: 'stop_card' }, { reasons: [2] }),
  }),
  record({
    action: constant('stop_card'),
    change: constantFrom<Partial<CardState>>({ status: 'DEACTIVATED' }, { status: 'ACTIVATED', reasons: [] }),
  }),
  record({ action: constant('set_tag'), change: subarray(TAGS).map((tags) => ({ tags })) }),
  record({ action: constant('edit_remark'), change: constantFrom({ remark: 'a' }, { remark: 'b' }) }),
  record({
    action: constant('change_product'),
    change: constantFrom({ product: 'A', version: 1 }, { product: 'B', version: 3 }),
  }),
  record({ action: constant('allocate_card'), change: constantFrom({ customer: '10' }, { customer: '20' }) }),
  record({ end: constantFrom(...TAGS), into: option(constantFrom(...TAGS), { nil: null }) }),
);
type Happening = { action: string; change: Partial<CardState> } | { end: string; into: string | null };

const FIRST: CardState = { status: 'INVENTORY', reasons: [], customer: '1', tags: [] };
const moment = (step: number) => new Date(Date.UTC(2026, 0, 1) + step * 60_000);
const inOrder = (standing: Standing): Standing =>
  standing.tags ? { ...standing, tags: [...standing.tags].sort() } : standing;

/** Applies random changes to a row; keeps the row after each beside the records. */
function played(happenings: readonly Happening[]) {
  let row = FIRST;
  const rows = [row];
  const lines: StateLine[] = [lineOf('import_card', row, 0)];
  const ends: TagEnd[] = [];
  const gone = new Set<string>();
  for (const [at, each] of happenings.entries()) {
    const step = at + 1;
    if ('end' in each) {
      const { end, into } = each;
      if (gone.has(end) || into === end || (into !== null && gone.has(into))) {
        rows.push(row);
        continue;
      }
      gone.add(end);
      ends.push({ at: moment(step), tagId: end, intoId: into });
      const had = row.tags.includes(end);
      const left = row.tags.filter((tag) => tag !== end);
      row = { ...row, tags: had && into && !left.includes(into) ? [...left, into] : left };
    } else {
      row = { ...row, ...each.change };
      row = { ...row, tags: row.tags.filter((tag) => !gone.has(tag)) };
      lines.push(lineOf(each.action, row, step));
    }
    rows.push(row);
  }
  return { rows, lines, ends, present: wholeOf(row) };
}

const lineOf = (action: string, row: CardState, step: number): StateLine => ({
  at: moment(step),
  action,
  result: 'done',
  customerId: row.customer,
  state: row,
  toWord: row.status,
});

const stories = fc.array(happening as fc.Arbitrary<Happening>, { maxLength: 25 });

test('all lines together tell the card as it is, and those up to a moment the card as it was then', () => {
  fc.assert(
    fc.property(stories, (happenings) => {
      const { rows, lines, ends, present } = played(happenings);
      // The present row is withheld: the records alone must yield the state.
      const unknown = { ...present, status: '?', remark: '?', tags: ['?'] };
      expect(inOrder(standingAt(lines, ends, unknown, moment(1_000)))).toEqual(inOrder(present));
      for (const [step, row] of rows.entries()) {
        const then = standingAt(lines, ends, unknown, moment(step + 0.5));
        expect(inOrder(then)).toEqual(inOrder(wholeOf(row)));
      }
    }),
  );
});

test('lines from before states were kept tell little, and nothing false', () => {
  fc.assert(
    fc.property(stories, fc.nat({ max: 25 }), (happenings, old) => {
      const { rows, lines, ends, present } = played(happenings);
      const kept = lines.map((line, at) => (at < old ? { ...line, state: null } : line));
      const since = recordedSince(kept);
      for (const [step, row] of rows.entries()) {
        const at = moment(step + 0.5);
        const then = inOrder(standingAt(kept, ends, present, at));
        const truth = inOrder(wholeOf(row));
        if (since && at >= since) expect(then).toEqual(truth);
        else expect(truth).toMatchObject(then);
      }
    }),
  );
});

test('before its first line nothing is known of a card; without any line it is as it is now', () => {
  const { lines, present } = played([{ action: 'edit_remark', change: { remark: 'a' } }]);
  expect(standingAt(lines, [], present, moment(-1))).toEqual({});
  expect(standingAt([], [], present, moment(0))).toEqual(present);
  expect(recordedSince([])).toBeNull();
});
