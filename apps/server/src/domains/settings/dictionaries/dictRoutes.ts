import * as api from '@cardinal/contract/api/settings/dictionaries.ts';
import { bind, bindList, type Route, type Upload } from '../../../framework/domain.ts';
import { dictItemDataset, dictOptions, dictTypes } from './dictList.ts';
import { readDictWords } from './dictWords.ts';
import {
  addDictItem,
  addDictType,
  deleteDictItem,
  deleteDictType,
  editDictItem,
  editDictType,
  restoreDictItem,
} from './editDictionaries.ts';
import { importDictItems } from './importDictItems.ts';

export const dictRoutes: readonly Route[] = [
  bind(api.listDictTypes, (ctx, { query }) => dictTypes(ctx, query)),
  bindList(api.listDictItems, dictItemDataset),
  bind(api.readDictWords, (ctx) => readDictWords(ctx.db)),
  bind(api.dictOptions, (ctx, { query }) => dictOptions(ctx, query.type)),
  bind(api.addDictType, (ctx, { body }) => addDictType(ctx, body)),
  bind(api.editDictType, (ctx, { body }) => editDictType(ctx, body)),
  bind(api.deleteDictType, (ctx, { body }) => deleteDictType(ctx, body.code)),
  bind(api.addDictItem, (ctx, { body }) => addDictItem(ctx, body)),
  bind(api.editDictItem, (ctx, { body }) => editDictItem(ctx, body)),
  bind(api.restoreDictItem, (ctx, { body }) => restoreDictItem(ctx, body)),
  bind(api.deleteDictItem, (ctx, { body }) => deleteDictItem(ctx, body)),
  bind(api.importDictItems, (ctx, { body, upload }) => importDictItems(ctx, body.type, upload as Upload)),
];
