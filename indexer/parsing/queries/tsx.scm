; include: typescript
