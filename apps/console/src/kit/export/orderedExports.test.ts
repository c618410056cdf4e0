import { expect, it } from 'vitest';
import { OrderedFiles } from './orderedExports.ts';

function files() {
  const saved: string[] = [];
  return { saved, ordered: new OrderedFiles((path) => saved.push(path)) };
}

it('saves an ordered file once, however often it is told that it is ready', () => {
  const { saved, ordered } = files();
  ordered.await('1');
  ordered.tell({ downloadId: '1', path: null });
  expect(saved).toEqual([]);
  ordered.tell({ downloadId: '1', path: 'a' });
  ordered.tell({ downloadId: '1', path: 'a' });
  expect(saved).toEqual(['a']);
});

it('saves a file that was ready before the answer to its order came', () => {
  const { saved, ordered } = files();
  ordered.tell({ downloadId: '1', path: 'a' });
  expect(saved).toEqual([]);
  ordered.await('1');
  expect(saved).toEqual(['a']);
});

it('leaves what nobody ordered here to the tray', () => {
  const { saved, ordered } = files();
  ordered.await('1');
  ordered.tell({ downloadId: '2', path: 'b' });
  expect(saved).toEqual([]);
});
