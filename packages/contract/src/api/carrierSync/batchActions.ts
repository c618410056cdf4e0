import type { CardActionDeclarations } from '../cardBatches/declareActions.ts';

export const syncActions = { sync_card: {} } as const satisfies CardActionDeclarations;
