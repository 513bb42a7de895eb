import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Access } from '@tributary/common';
import { listRoutes } from './routes';

const BEARER = 'access token';
const API_KEY = 'api key';

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  user: [{ [BEARER]: [] }],
  admin: [{ [BEARER]: [] }],
  internal: [{ [API_KEY]: [] }],
};

/** The OpenAPI document; who may call a route is read from the route itself. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(
    app,
    new DocumentBuilder()
      .setTitle('Tributary')
      .setDescription(
        'Collects business data and serves it as live analytics. Sign in at `POST /api/v1/auth/login`, then give the `access_token` to Authorize.',
      )
      .setVersion('1')
      .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, BEARER)
      .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, API_KEY)
      .build(),
  );
  for (const { method, path, access } of listRoutes(app)) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[template]?.[method.toLowerCase() as 'get'];
    if (operation) operation.security = SECURITY[access];
  }
  return document;
}

/** Serves Swagger UI at /docs and the document at /openapi.json. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Tributary API',
    swaggerOptions: { persistAuthorization: true },
  });
}
