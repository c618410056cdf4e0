import { screen, section } from '../declare.ts';

export const apiDoc = section('/apiDoc', 'API文档', 'API documentation', { icon: 'ApiOutlined' }, [
  screen('', 'API文档', 'API documentation', 'doc', 'ApiEndpoint', 'apiDoc.view'),
]);
