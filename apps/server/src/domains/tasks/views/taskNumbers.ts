import type { TaskNumbers } from '../../audit/face.ts';
import { taskIdOf, taskRefs } from './findTasks.ts';

/** The numbers of tasks for the operation log, which keeps ids. */
export const taskNumbers: TaskNumbers = {
  idOf: ({ db }, taskNo) => taskIdOf(db, taskNo),
  numbersOf: async ({ db }, taskIds) =>
    new Map([...(await taskRefs(db, taskIds))].map(([id, { taskNo }]) => [id, taskNo])),
};
