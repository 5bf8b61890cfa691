"""Section 4: tokens of one open hemisphere under any attention mask, continuous and layer by layer.

A mask is a graph with an edge i -> j if some head lets token i attend to another token j. A *root* is
a token that every token reaches along edges; D is the largest distance to a root. An edge pulls with b
at least, and no token is pulled with more than B. What is proved:

(i)   Under a fixed mask the tokens of every open hemisphere gather if, and only if, it has a root.
(ii)  They gather in the hull of the roots' starts; a single root is at rest, and they gather there.
(iii) In a time 1/B every spread (of a coordinate, in the gnomonic plane) shrinks to the part
      1 - (b/B)^D/(2 e D!); and at the rate |C| b if everybody sees the tokens of a set C. No spread
      ever grows, so consensus is stable, uniformly in time.
(iv)  If the mask has no cycle but loops, the rate is b, with a Poisson tail for its longest path.
(v)   The mask may change with time, if in windows of one length what is seen long enough has a root.

The weights may be any numbers with these bounds, so the logits may depend on time and positions
(relative, rotary) or be capped. A value matrix u(t) I only rescales b and B. What a mask is as a graph
is computed by `verify.attention.graphs`, the rates of (iii) by `mask_rates`; layers are in `masked_layers`,
the claims that would be too strong and the masks in use in `rooted_variants`.
"""

from verify.vocabulary import *

from .paper import PAPER
from .pictures import ROOTED
from .rooted_claim import Gathering, whole, with_twins
from .rooted_variants import Masked, examples, variants


@statement("A-T4.1++", PAPER.label("extends Theorem 4.1"), origin="ours",
           title="Any rooted mask, in continuous time",
           gist="Tokens that see only some others come together as well, if there is one token "
                "that all of them see, directly or through others.", position=(4, 1, 2), scenes=ROOTED,
           rests_on=("A-D4.1",),
           of_layers=OfLayers("tokens of an open hemisphere converge to consensus, under any mask with a "
                              "root", answers=("parts of a mask",)))
def rooted_masks(given: Given) -> Proof:
    W, R, Q = given(positive_definite_square("W", root="R", inverse="Q"))
    p = given(unit_vector("p", metric=W))                   # c = W p, so that c^T W^{-1} c = 1
    y = given(unit_tokens("y", metric=W))
    inside = given(open_hemisphere(y, along=W @ p))
    alpha = given(nonnegative_head_weights("alpha"))
    given.layer((alpha, "every F_h"))
    N = given(attention_mask("N"))
    flow = attention_flow(y, weights=alpha, mask=N, metric=W)
    s = let("s", lambda i: (W @ p) @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    x = let("x", lambda i: y[i] / s[i])
    w = let("w", lambda i, j: total(alpha[a, i, j] for a in heads))
    beta = let("beta", lambda i, j: w[i, j] * s[j] / s[i])

    i, j, k, r = tokens.any("i", "j", "k", "r")
    tells, known = Gathering(N, s, w, y, W, i, j, k, r), Masked(W, R, Q, p, y, inside, alpha, N, flow, x)
    yield with_twins(whole(tells, flow, alpha, [y, inside]), W, R, p, y, alpha, N)
    with given.scope():  # Gnomonic images of tokens follow a linear consensus system on the edges of the mask.
        yield "The idea: project the tokens from the centre onto a tangent plane. There each token moves towards " \
            "the tokens that it sees. So the greatest value of each coordinate falls and the least rises. A " \
            "root is far from one of these ends, and draws all others away from it along the edges. So the " \
            "spread shrinks by a fixed factor." "\n\n" \
            "First, the rate of the margin $s_i$ of a token depends only on the tokens that it sees.", \
            Identity(rate(s[i], flow), total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j]))
                                             for j in tokens.seen_by(i, N)), name="margin rate") \
            .but_not("it sees every token", right=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j])) for j in tokens))
        yield "So the least margin does not decrease, whatever the mask is.", \
            Inequality(rate(s[i], flow) >= 0, where=[every(lambda j: s[i] <= s[j])],
                       because=total(w[i, j] * ((s[j] - s[i]) + s[i] * (1 - g[i, j]))
                                     for j in tokens.seen_by(i, N)), name="least margin") \
            .but_not("value matrix $-I$", claim=rate(s[i], attention_flow(
                y, weights=alpha, mask=N, metric=W, value=-identity_operator())) >= 0)
        yield "No margin exceeds 1, by the inequality of Cauchy and Schwarz.", \
            Inequality(s[i] <= 1, because=(R @ (p - y[i])) @ (R @ (p - y[i])) / 2, name="margin") \
            .but_not("every margin is at most $1/2$", claim=s[i] <= Fraction(1, 2))
        yield "The images $x_i = y_i/s_i$ in the tangent plane obey a linear consensus system on the edges of " \
            "the mask. The weight that a token gives itself cancels.", \
            Identity(rate(x[i], flow), total(beta[i, j] * (x[j] - x[i])
                                             for j in tokens.seen_by(i, N).but(i)),
                     name="consensus system") \
            .but_not("every token sees every other", right=total(beta[i, j] * (x[j] - x[i]) for j in tokens)) \
            .but_not("the weights are not changed", right=total(w[i, j] * (x[j] - x[i]) for j in tokens.seen_by(i, N)))
        xi = given(covector("xi"))
        yield r"So each coordinate $\xi^\top x_i$ of the images obeys the same system.", \
            Identity(rate(xi @ x[i], flow), total(beta[i, j] * (xi @ x[j] - xi @ x[i])
                                                  for j in tokens.seen_by(i, N)), name="coordinate") \
            .but_not("a token sees every other", right=total(beta[i, j] * (xi @ x[j] - xi @ x[i]) for j in tokens))
        yield "Tokens are no further apart than their images.", \
            Inequality((y[i] - y[j]) @ W @ (y[i] - y[j]) <= (x[i] - x[j]) @ W @ (x[i] - x[j]),
                       where=[every(lambda i: s[i] <= 1)],
                       because=(1 / s[i] - 1 / s[j]) ** 2
                       + 2 * ((1 - s[i]) + s[i] * (1 - s[j])) / (s[i] * s[j]) * (1 - g[i, j]),
                       name="retraction") \
            .but_not("the images are closer", claim=(y[i] - y[j]) @ W @ (y[i] - y[j])
                     >= (x[i] - x[j]) @ W @ (x[i] - x[j]))
    with given.scope():  # The weights of that system are bounded, from below along edges and from above in a row.
        m, sigma, B = (given(positive_scalar("m")), given(positive_scalar("sigma")), given(positive_scalar("B")))
        yield r"Let $m$ be the least weight of an edge, and $\sigma$ the least initial margin. " \
            r"The weight of every edge in the system is at least $b = m \sigma$.", \
            Inequality(beta[i, j] >= m * sigma, where=[w[i, j] >= m, s[j] >= sigma, s[i] <= 1],
                       because=((w[i, j] - m) * s[j] + m * (s[j] - sigma) + m * sigma * (1 - s[i])) / s[i],
                       name="edge weight") \
            .but_not(r"$\sigma$ does not matter", claim=beta[i, j] >= m) \
            .but_not("the weight needs no lower bound", where=[s[j] >= sigma, s[i] <= 1])
        yield r"The weights of all edges of a token add up to at most $B$, if the row sum is at most $B \sigma$.", \
            Inequality(total(beta[i, j] for j in tokens.seen_by(i, N)) <= B, name="row weight",
                       where=[total(w[i, j] for j in tokens.seen_by(i, N)) <= B * sigma, s[i] >= sigma,
                              every(lambda j: s[j] <= 1)],
                       because=(B * sigma - total(w[i, j] for j in tokens.seen_by(i, N))) / sigma
                       + total(w[i, j] * ((s[i] - sigma) + sigma * (1 - s[j])) / (sigma * s[i])
                               for j in tokens.seen_by(i, N))) \
            .but_not("$B$ is the row sum itself", claim=total(
                beta[i, j] for j in tokens.seen_by(i, N)) <= B * sigma,
                where=[total(w[i, j] for j in tokens.seen_by(i, N)) <= B * sigma])
    # Consensus systems: u is one coordinate, the weights are any.
    c, u = given(nonnegative_weights("c")), given(coefficients("u"))
    system = motion({u: lambda i: total(c[i, j] * (u[j] - u[i]) for j in tokens.seen_by(i, N))})
    with given.scope():  # A root draws what sees it away from the top.
        B = given(positive_scalar("B"))
        top, b = given(any_scalar("top", latex=r"u_{\max}")), given(positive_scalar("b"))
        z = let("z", lambda i: top - u[i])
        pull = let("pull", lambda i: total(c[i, j] * z[j] for j in tokens.seen_by(i, N)))
        row = let("row", lambda i: total(c[i, j] for j in tokens.seen_by(i, N)))
        yield "Let $u$ be one coordinate of a consensus system with any weights $c_{ij} \\ge 0$. A token that sees no token above it does not " \
            "rise. So the maximum over all tokens does not grow, nor does the maximum over tokens that see only each other. Hence the " \
            "roots stay in the hull of their starts.", \
            Inequality(rate(u[i], system) <= 0, where=[every(lambda j: N[i, j] * (u[i] - u[j]) >= 0)],
                       because=total(c[i, j] * (N[i, j] * (u[i] - u[j])) for j in tokens),
                       name="closed set") \
            .but_not("whatever it sees", where=[])
        yield "Let the mask have a root $j$. It is at least half the spread away from one end, from the least value if not from the greatest.", \
            Inequality(u[j] - u[k] >= (u[i] - u[k]) / 2, where=[u[i] - u[j] <= (u[i] - u[k]) / 2], name="half") \
            .but_not("both ends are", where=[])
        yield r"Let the root be far from the greatest value $u_{\max}$ at the start. The other case is the mirror image. The depth $z_i$ of token $i$ " \
            r"below $u_{\max}$ has the rate", \
            Identity(rate(z[i], system), pull[i] - row[i] * z[i], name="depth").but_not("they only grow", right=pull[i])
        yield "No term of this pull is negative, so each is a lower bound of it.", \
            Inequality(pull[i] >= N[i, j] * c[i, j] * z[j], where=[every(lambda k: u[k] <= top)],
                       because=total(c[i, k] * z[k] for k in tokens.seen_by(i, N).but(j)), name="drawn") \
            .but_not("tokens above the top are allowed", where=[])
        yield "So if token $i$ sees token $j$, the rate of $z_i$ is at least $b z_j - B z_i$.", \
            Inequality(pull[i] - row[i] * z[i] >= b * z[j] - B * z[i], name="edge",
                       where=[pull[i] >= b * z[j], row[i] <= B, u[i] <= top],
                       because=(pull[i] - b * z[j]) + (B - row[i]) * z[i]) \
            .but_not("without the bound $B$", where=[pull[i] >= b * z[j], u[i] <= top])
    with given.scope():  # Depths spread along paths from a root, and the spread shrinks.
        b, B = given(positive_scalar("b")), given(positive_scalar("B"))
        highest = given(any_scalar("highest", latex=r"u_{\max}"))
        t, f, level = (given(positive_scalar("t")), given(positive_scalar("f")),
                       given(positive_scalar("level", latex=r"\zeta")))
        D = given(integer_scalar("D", at_least=1))
        z_j, z_i = given(positive_scalar("z_j")), given(any_scalar("z_i"))
        gain = given(nonnegative_scalar("gain", latex=r"\varrho"))                # what other tokens add
        alone = motion({t: 1, z_i: gain - B * z_i})
        powers = motion({t: 1, f: (D - 1) * f / t, z_i: b * z_j - B * z_i + gain})
        yield r"By this bound the rate of $z_i$ is $-B z_i$ plus $b z_j$ plus some $\varrho \ge 0$. So no depth decays faster than $e^{-B t}$, not even that of the root.", \
            Inequality(rate(z_i * exp(B * t), alone) >= 0, because=gain * exp(B * t), name="slow decay") \
            .but_not("not even if $B$ is doubled", claim=rate(z_i * exp(B * t), motion({t: 1, z_i: -2 * B * z_i})) >= 0)
        yield "Let $f = (b t)^{D-1}/(D - 1)!$. The next power $(b t)^D/D! = b t f/D$ has the rate $b f$.", \
            Identity(rate(b * t * f / D, powers), b * f, name="powers").but_not("without the factorial", left=rate(b * t * f, powers))
        yield r"If token $j$ has at least the depth $\zeta e^{-B t} f$, a token $i$ that sees it gains on $\zeta e^{-B t}$ times the next power.", \
            Inequality(rate(z_i * exp(B * t) - level * (b * t * f / D), powers) >= 0,
                       where=[z_j * exp(B * t) >= level * f], name="path",
                       because=gain * exp(B * t) + b * (z_j * exp(B * t) - level * f)) \
            .but_not("the token it sees may be anywhere", where=[])
        eps, bottom = given(positive_scalar("eps")), given(any_scalar("bottom", latex=r"u_{\min}"))
        yield r"By induction on the distance $D$ to the root, a token has at least the depth $\zeta e^{-B t} (b t)^D/D!$, where " \
            r"$\zeta$ is half the initial spread. So at the time $1/B$ every token is at least $\varepsilon$ spreads below $u_{\max}$, with " \
            r"$\varepsilon = (b/B)^D/(2 e D!)$. The least value has not fallen below $u_{\min}$, where it started. So the spread has " \
            r"shrunk by the factor $1 - \varepsilon$.", \
            Inequality(u[i] - u[k] <= (1 - eps) * (highest - bottom), name="contraction",
                       where=[u[i] <= highest - eps * (highest - bottom), u[k] >= bottom],
                       because=(highest - eps * (highest - bottom) - u[i]) + (u[k] - bottom)) \
            .but_not("the bottom may fall", where=[u[i] <= highest - eps * (highest - bottom)])
    yield r"So every spread decays exponentially: in each time $1/B$ it shrinks by this factor. This holds for all coordinates of the images, " \
        r"with $b = m \sigma$ and $B = H/\sigma$. Images are at most $2/\sigma$ apart at the start, and tokens are no further apart " \
        r"than images. So $\|y_i - y_j\|_W$ decays as the claim says.", \
        ByLemma("decays", says=tells.fast(), name="decays")
    yield "Finitely many tokens have a least margin and a largest distance to the root. So under every mask with a root all images tend to " \
        "one point, which lies in the hull of the roots' images. So all tokens tend to one point, in every half-space that holds the " \
        "starts of the roots.", ByLemma("gathers", says=tells.where(), name="gathers")
    yield "A root that sees no other token does not move. So all tokens tend to its start.", \
        ByLemma("lone_root", says=tells.at_rest(), by="gathers", name="lone root")
    with given.scope():  # Faster: tokens that everybody sees draw all others at once.
        least = given(coefficients("least", latex=r"\mu"))
        yield r"Let every token give token $j$ at least the weight $\mu_j$. Then the greatest value falls at least at this rate.", \
            Inequality(rate(u[i], system) <= -total(least[j] * (u[i] - u[j]) for j in tokens),
                       where=[every(lambda j: u[j] <= u[i]),
                              every(lambda j: (1 - same(i, j)) * (N[i, j] * c[i, j] - least[j]) >= 0)],
                       because=total((1 - same(i, j)) * (N[i, j] * c[i, j] - least[j]) * (u[i] - u[j])
                                     for j in tokens), name="common pull") \
            .but_not("a token that is not an end is, too", where=[every(
                lambda j: (1 - same(i, j)) * (N[i, j] * c[i, j] - least[j]) >= 0)])
        yield r"In the same way the least value rises. So the spread decays at least at the rate $\sum_j \mu_j$.", \
            Identity(total(least[j] * (u[i] - u[j]) for j in tokens)
                     + total(least[j] * (u[j] - u[k]) for j in tokens),
                     total(least[j] for j in tokens) * (u[i] - u[k]), name="common rate") \
            .but_not("twice that rate", right=2 * total(least[j] for j in tokens) * (u[i] - u[k]))
    yield r"In the system of the images the weight of token $j$ is at least $\sigma \mu_j$. So distances decay at least at the rate $\sigma \sum_j \mu_j$.", ByLemma("common", says=tells.common(), name="common")
    yield "Let the mask have no root. Then some two tokens reach no common token: otherwise a token that is reached by as many as possible " \
        "would be reached by all. The tokens that each of the two reaches are a set $A$ or $B$ whose tokens see only each other.", \
        ByLemma("rootless_sets", says=tells.rootless(), name="rootless")
    yield r"Let the tokens of $A$ start where the coordinate of the images along $e$ is at least 1, and the tokens of $B$ where it is at most " \
        r"$-1$. They stay there, since no maximum over such a set grows. So $e^\top W y_i$ is at least $\sigma$ in $A$ and at most " \
        r"$-\sigma$ in $B$.", \
        ByLemma("apart", says=tells.separate(), name="apart")
    yield from variants(given, known)
    with given.behind("examples"):
        with given.scope():  # Faster, too: in a mask whose only cycles are loops the rate is that of an edge.
            b, t, f = given(positive_scalar("b")), given(positive_scalar("t")), given(positive_scalar("f"))
            D, z_i = given(integer_scalar("D", at_least=1)), given(any_scalar("z_i"))
            gain = given(nonnegative_scalar("gain", latex=r"\varrho"))
            F, a = given(positive_scalar("F")), given(positive_scalar("a"))
            T, S = given(any_scalar("T")), given(any_scalar("S"))
            others = let("others", lambda i: total(c[i, j] for j in tokens.seen_by(i, N).but(i)))
            poisson = motion({t: 1, f: (D - 1) * f / t, T: -b * exp(-b * t) * f})
            lag = motion({T: -b * (T - S), z_i: a * (F * S - z_i) - gain})
            yield "If loops are the only cycles of the mask, its root is at rest. Put $u = 0$ " \
                "there. Any other token follows those that it sees, which are nearer to the root.", \
                Inequality(rate(u[i], system) <= others[i] * (F - u[i]), name="follows",
                           where=[every(lambda j: (1 - same(i, j)) * (N[i, j] * (F - u[j])) >= 0)],
                           because=total(c[i, j] * ((1 - same(i, j)) * (N[i, j] * (F - u[j]))) for j in tokens)) \
                .but_not("wherever they are", where=[])
            yield r"Let $T = \exp(-b t) (1 + b t + \dots + f)$ be a tail of the Poisson " \
                "distribution. Its derivative is given by its last term, and so is that of the tail with one more term,", \
                Identity(rate(T + exp(-b * t) * (b * t * f / D), poisson), -b * exp(-b * t) * (b * t * f / D), name="tail") \
                .but_not("by its last term but one", right=-b * exp(-b * t) * f)
            yield "so $T$ tends at the rate $b$ to the tail $S$ with one term less. A token that " \
                "follows others below $F S$, at a rate of at least $b$, stays below $F T$." \
                " Hence the distance of an image from the root's is at most the tail with $L$ terms times" \
                " the largest initial one, coordinate by coordinate. Here $L$ is the length of the longest path.", \
                Inequality(rate(F * T - z_i, lag) >= -a * (F * T - z_i), name="lag",
                           where=[a >= b, T >= S], because=(a - b) * F * (T - S) + gain) \
                .but_not("it may be slower", where=[T >= S])
        with given.scope():  # The mask may change with time, if the edges that a window shows have a root.
            t, B, level = given(positive_scalar("t")), given(positive_scalar("B")), given(positive_scalar("level", latex=r"\zeta"))
            z_j, z_i = given(positive_scalar("z_j")), given(any_scalar("z_i"))
            gain = given(nonnegative_scalar("gain", latex=r"\varrho"))
            times, now = given(coefficients("times", latex="r")), given(nonnegative_scalar("now", latex=r"\beta(t)"))
            A = given(any_scalar("A"))
            window = motion({t: 1, A: now, z_i: now * z_j - B * z_i + gain})
            n = tokens.count
            yield "The mask may change with time, if in every window of some length the edges that " \
                r"are present for a time $\theta$ have a root. (No windows are needed if one rooted " \
                "graph is always present.) Take $n$ tokens and $(n - 1)^2$ windows. Since", \
                Identity((n - 1) ** 2, n * (n - 2) + 1, name="windows").but_not("one less would do", right=n * (n - 2))
            yield "one token is a root of at least $n - 1$ windows: otherwise there would be too few roots.", \
                Inequality(total(times[i] for i in tokens) < (n - 1) ** 2, name="pigeonhole",
                           where=[every(lambda i: times[i] <= n - 2)]) \
                .but_not("nor for $n - 1$ times each", where=[every(lambda i: times[i] <= n - 1)])
            yield "Start from this root alone. In each of its windows some token outside sees one " \
                r"inside, and joins. It gains the depth inside times the integral $A$ of the pull of that edge, which is at least $b \theta$." \
                r" After all the windows every token is inside. So $\varepsilon$ is $\exp(-B t) \min(1, b" \
                r" \theta)^{n-1}/2$, for the time $t$ that the windows take.", \
                Inequality(rate(z_i * exp(B * t) - level * A, window) >= 0, name="joined",
                           where=[z_j * exp(B * t) >= level],
                           because=gain * exp(B * t) + now * (z_j * exp(B * t) - level)) \
                .but_not("the one inside may rise", where=[])
        yield from examples(given)
    yield mutant("weights may be negative", drop=alpha, assume=any_head_weights("alpha"))
    yield mutant("the hemisphere may be closed", drop=inside, assume=closed_hemisphere(y, along=W @ p))
