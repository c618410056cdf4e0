import type { TaskNumbers } from '../../audit/face.ts';
import { taskIdOf, taskRefs } from './findTasks.ts';

/** Task numbers for the operation log, which stores ids. */
export const taskNumbers: TaskNumbers = {
  idOf: ({ db }, taskNo) => taskIdOf(db, taskNo),
  numbersOf: async ({ db }, taskIds) =>
    new Map([...(await taskRefs(db, taskIds))].map(([id, { taskNo }]) => [id, taskNo])),
};
