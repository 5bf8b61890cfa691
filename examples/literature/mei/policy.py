"""The gradient of a softmax policy and its flow."""

from verify.vocabulary import *

from .paper import PAPER


@statement("MEI-1", PAPER.label("Lemma 1"), title="The gradient of a softmax policy", argued=False, position=(1,),
           printed=r"$\partial \pi_\theta^\top r / \partial \theta_a = \pi_\theta(a) (r(a) - \pi_\theta^\top r)$, so the flow of the "
                   "gradient never lowers the mean reward.", relation="the same")
def policy(given: Given) -> Proof:
    th, r, v = given(coefficients("theta", r"\theta")), given(coefficients("r")), given(coefficients("v"))
    p = let("p", lambda a: exp(th[a]) / total(exp(th[b]) for b in tokens))
    mean = total(p[a] * r[a] for a in tokens)
    flow = motion({th: lambda a: p[a] * (r[a] - mean)})
    yield claim("The derivative along v has this gradient; along its flow the mean reward never falls.", "gradient", "rises")
    yield "The derivative of the mean reward along v is", \
        Identity(rate(mean, motion({th: lambda a: v[a]})), total(p[a] * (r[a] - mean) * v[a] for a in tokens), name="gradient") \
        .but_not("without the baseline", right=total(p[a] * r[a] * v[a] for a in tokens))
    yield "Along the flow of the gradient it never falls.", Inequality(rate(mean, flow) >= 0, name="rises") \
        .but_not("never rises", claim=rate(mean, flow) <= 0)
