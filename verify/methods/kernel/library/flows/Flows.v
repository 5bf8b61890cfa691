(* Flows near a point where they rest, by linearisation: the rates of tangent vectors in some inner
   product. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet Stability.
Open Scope R_scope.

(* Of a state p at which the velocity f of a flow leaves the tokens, among states of a kind. These are
   about solutions that last and stay of the kind; claims say it of all solutions, in their own words. *)
Definition solves {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (x : R -> Token -> S) :=
  forall t, 0 <= t -> kind (x t) /\ forall i, is_vderive (fun s => x s i) t (f (x t) i).
Definition rest {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  kind p /\ forall i, f p i = vzero.
Definition stay_near {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  forall eps, 0 < eps -> exists d, 0 < d /\
  forall x, solves kind f x -> within p d (x 0) -> forall t, 0 <= t -> within p eps (x t).
Definition come_near {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  exists d C rate, 0 < d /\ 0 <= C /\ 0 < rate /\ forall x e, solves kind f x -> e <= d ->
  within p e (x 0) -> forall t, 0 <= t -> within p (C * exp (- rate * t) * e) (x t).
Definition stable {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  rest kind f p /\ stay_near kind f p.
Definition unstable {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  rest kind f p /\ ~ stay_near kind f p.
Definition exponentially_stable {S : inner_product_space} {Token} (kind : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S) :=
  rest kind f p /\ come_near kind f p.

(* A solution is differentiable at every t >= 0 and stays on M. *)
Section Meaning.
Context {S : inner_product_space} (M : S -> Prop).
Definition solution (F : S -> S) (y : R -> S) :=
  (forall t, 0 <= t -> is_vderive y t (F (y t))) /\ forall t, 0 <= t -> M (y t).
Definition decays_near (F : S -> S) p := exists delta K rate, 0 < delta /\ 0 <= K /\
  0 < rate /\ forall y, solution F y -> vnorm (vsub (y 0) p) < delta -> forall t, 0 <= t ->
    vnorm (vsub (y t) p) <= K * exp (- rate * t) * vnorm (vsub (y 0) p).
(* As near as one likes there are points from which no solution remains near. *)
Definition leaves (F : S -> S) p := exists eps, 0 < eps /\ forall delta, 0 < delta ->
  exists x, M x /\ vnorm (vsub x p) < delta /\ forall y, solution F y -> y 0 = x ->
    ~ forall t, 0 <= t -> vnorm (vsub (y t) p) < eps.
End Meaning.

Lemma vderive_bounded_linear {S U : inner_product_space} (A : S -> U) (y : R -> S) t v :
  linear A -> bounded A -> is_vderive y t v -> is_vderive (fun t => A (y t)) t (A v).
Proof.
  intros LA [C [C0 HC]] Hy eps He. destruct (Hy (eps / (C + 1))) as [d Hd].
  apply Rdiv_lt_0_compat; lra. exists d. intros h Hh. specialize (Hd h Hh).
  replace (vsub (A (y (t + h))) (vadd (A (y t)) (vscale h (A v))))
    with (A (vsub (y (t + h)) (vadd (y t) (vscale h v)))).
  2: { rewrite (linear_sub A LA), (proj1 LA), (proj2 LA). reflexivity. }
  eapply Rle_trans. apply HC.
  assert (P := vnorm_nonneg (vsub (y (t + h)) (vadd (y t) (vscale h v)))).
  set (N := vnorm _) in *. apply Rle_trans with ((C + 1) * N); [lra|].
  apply Rle_trans with ((C + 1) * (eps / (C + 1) * Rabs h)).
  apply Rmult_le_compat_l; lra. right. field. lra.
Qed.
Lemma vderive_from {S : inner_product_space} (y : R -> S) p t v :
  is_vderive y t v -> is_vderive (fun t => vsub (y t) p) t v.
Proof.
  intro H. eapply vderive_eq.
  - apply (vderive_add y (fun _ => vscale (-1) p) t v vzero H). apply vderive_const.
  - apply vadd_zero.
Qed.
Lemma derive_squared_norm {S : inner_product_space} (y : R -> S) t v : is_vderive y t v ->
  is_derive (fun t => inner (y t) (y t)) t (2 * inner v (y t)).
Proof.
  intro H. eapply derive_eq; [apply (derive_inner y y t v v H H)|]. rewrite (inner_sym _ (y t) v). ring.
Qed.
Lemma inner_le {S : inner_product_space} (x y : S) a b : vnorm x <= a -> vnorm y <= b ->
  - (a * b) <= inner x y <= a * b.
Proof.
  intros A B. assert (Q := inner_le_vnorm x y). apply Rabs_le_between in Q.
  assert (N1 := vnorm_nonneg x). assert (N2 := vnorm_nonneg y).
  assert (vnorm x * vnorm y <= a * b) by (apply Rmult_le_compat; auto). lra.
Qed.

Section Attracting.
Context {S : inner_product_space} (M : S -> Prop) (F A : S -> S) (p : S) (Tan : S -> Prop) (mu : R).
Hypothesis Rest : F p = vzero.
Hypothesis Derivative : is_fderive_on M F p A.
Hypothesis Tangent : tangent_to M p Tan.
Hypothesis Mu : 0 < mu.
Hypothesis Rate : forall z, Tan z -> inner (A z) z <= - mu * inner z z.
Lemma nearby_rate : exists delta, 0 < delta /\ forall x, M x -> vnorm (vsub x p) < delta ->
  inner (F x) (vsub x p) <= - (mu / 2) * inner (vsub x p) (vsub x p).
Proof.
  destruct Derivative as [LA [[C [C0 BA]] D]].
  set (k := 2 * mu + 3 * C + 1). assert (Hk : 0 < k) by (unfold k; lra).
  set (e := Rmin 1 (mu / 2 / k)). assert (Q : 0 < mu / 2 / k) by (apply Rdiv_lt_0_compat; lra).
  assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (ek : e * k <= mu / 2).
  { apply Rle_trans with (mu / 2 / k * k); [|right; field; lra]. apply Rmult_le_compat_r; [lra | apply
    Rmin_r]. }
  destruct (D e e0) as [d1 [P1 H1]]. destruct (Tangent e e0) as [d2 [P2 H2]].
  exists (Rmin d1 d2). split; [apply Rmin_glb_lt; auto|]. intros x Mx Hx.
  specialize (H1 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))) as [z [Tz Hz]].
  rewrite Rest in H1. set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
  set (r := vsub (F x) (vadd vzero (A (vsub x p)))) in *. set (w := vsub (vsub x p) z) in *.
  assert (Fx : F x = vadd (A z) (vadd (A w) r)).
  { unfold w. rewrite (linear_sub A LA). unfold r. vector_sums. }
  assert (Xz : vsub x p = vadd z w) by (unfold w; vector_sums).
  assert (eN : 0 <= e * N) by (apply Rmult_le_pos; lra).
  assert (eN1 : e * N <= 1 * N) by (apply Rmult_le_compat_r; lra).
  assert (Zn : vnorm z <= 2 * N).
  { replace z with (vsub (vsub x p) w) by (unfold w; vector_sums). eapply Rle_trans; [apply vnorm_sub|].
    fold N. lra. }
  assert (Zl : N - e * N <= vnorm z).
  { assert (Q2 := vnorm_add z w). rewrite <- Xz in Q2. fold N in Q2. lra. }
  assert (Aw : vnorm (A w) <= C * (e * N)).
  { eapply Rle_trans; [apply BA|]. apply Rmult_le_compat_l; auto. }
  assert (Az : vnorm (A z) <= C * (2 * N)).
  { eapply Rle_trans; [apply BA|]. apply Rmult_le_compat_l; auto. }
  replace (inner (F x) (vsub x p)) with
    (inner (A z) z + inner (A z) w + inner (vadd (A w) r) (vsub x p)).
  2: { rewrite Fx. rewrite (inner_add_l _ (A z)). rewrite Xz at 2. rewrite inner_add_r. ring. }
  assert (I1 := inner_le (A z) w _ _ Az Hz).
  assert (Ar : vnorm (vadd (A w) r) <= (C + 1) * (e * N)).
  { eapply Rle_trans; [apply vnorm_add|]. lra. }
  assert (I2 := inner_le (vadd (A w) r) (vsub x p) _ N Ar ltac:(unfold N; lra)).
  assert (I3 := Rate z Tz). rewrite <- vnorm_square in I3. rewrite <- vnorm_square. fold N.
  assert (Zs : (N - e * N) * (N - e * N) <= vnorm z * vnorm z).
  { apply Rmult_le_compat; auto; lra. }
  assert (NN : 0 <= N * N) by apply Rle_0_sqr.
  assert (Zm : mu * ((1 - 2 * e) * (N * N)) <= mu * (vnorm z * vnorm z)).
  { apply Rmult_le_compat_l; [lra|]. assert (0 <= e * N * (e * N)) by apply Rle_0_sqr. lra. }
  assert (Ek : e * k * (N * N) <= mu / 2 * (N * N)) by (apply Rmult_le_compat_r; auto).
  unfold k in Ek. lra.
Qed.
Lemma attracting_decays : decays_near M F p.
Proof.
  destruct nearby_rate as [d [Dp H]]. exists d, 1, (mu / 2).
  split; [auto|]. split; [lra|]. split; [lra|]. intros y [Dy My] Near t Ht.
  set (u := fun t => inner (vsub (y t) p) (vsub (y t) p)).
  set (du := fun t => 2 * inner (F (y t)) (vsub (y t) p)).
  assert (Du : differentiable u du).
  { intros s Hs. apply (derive_squared_norm (fun t => vsub (y t) p)). apply vderive_from, Dy, Hs. }
  assert (U0 : forall s, 0 <= u s) by (intro s; apply inner_nonneg).
  assert (Un : forall s, u s = vnorm (vsub (y s) p) * vnorm (vsub (y s) p)) by (intro s; symmetry; apply
    vnorm_square).
  assert (Close : forall s, u s < d * d -> vnorm (vsub (y s) p) < d).
  { intros s Hs. rewrite Un in Hs. assert (N := vnorm_nonneg (vsub (y s) p)).
    apply Rnot_le_lt. intro L. assert (d * d <= vnorm (vsub (y s) p) * vnorm (vsub (y s) p)) by
      (apply Rmult_le_compat; lra). lra. }
  assert (Start : u 0 < d * d).
  { rewrite Un. assert (N := vnorm_nonneg (vsub (y 0) p)). nra. }
  assert (Slope : forall s, 0 <= s -> u s < d * d -> du s <= - mu * u s).
  { intros s Hs B. assert (Q := H (y s) (My s Hs) (Close s B)). unfold du, u. lra. }
  assert (Stay : forall s, 0 <= s -> u s <= u 0).
  { intros s Hs. apply (barrier (tt :: nil) (fun _ => u) (fun _ => du) 0 (u 0) (d * d - u 0)); auto; try
    lra; try exact tt.
    - intros []. left. reflexivity.
    - intros. lra.
    - intros _ r Hr B _. assert (Q := Slope r Hr ltac:(lra)). specialize (U0 r). nra. }
  assert (G := gronwall u du mu Du ltac:(intros s Hs; apply Slope; [auto | specialize (Stay s Hs); lra]) t
    Ht).
  rewrite !Un in G. rewrite Rmult_1_l.
  assert (P := exp_pos (- (mu / 2) * t)). assert (N := vnorm_nonneg (vsub (y 0) p)).
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; lra]. unfold Rsqr.
  replace (- mu * t) with (- (mu / 2) * t + - (mu / 2) * t) in G by field. rewrite exp_plus in G. lra.
Qed.
End Attracting.

Section WeightedFlow.
Context (S : inner_product_space) (W : S -> S) (HW : positive W) (Coe : coercive W).
Let X := weighted S W HW.
Lemma solution_weighted M F y : solution (S := S) M F y -> solution (S := X) M F y.
Proof. intros [D My]. split; [|exact My]. intros t Ht. apply (vderive_weighted S W HW), D, Ht. Qed.
Lemma decays_weighted M F p : decays_near (S := X) M F p ->
  decays_near (S := S) M F p.
Proof.
  intros [d [K [mu [D [K0 [Mu H]]]]]]. destruct (norms_agree S W HW Coe) as [a [b [A [B E]]]].
  exists (d / b), (K * b / a), mu. split; [apply Rdiv_lt_0_compat; auto|].
  split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto]|].
  split; [auto|]. intros y Sol Hx t Ht. destruct (E (vsub (y 0) p)) as [_ E2].
  assert (Q : @vnorm X (vsub (y 0) p) < d).
  { eapply Rle_lt_trans; [exact E2|]. apply Rlt_le_trans with (b * (d / b)).
    apply Rmult_lt_compat_l; auto. right. field. lra. }
  specialize (H y (solution_weighted M F y Sol) Q t Ht). destruct (E (vsub (y t) p)) as [E1 _].
  apply Rmult_le_reg_l with a; [auto|]. eapply Rle_trans; [exact E1|]. eapply Rle_trans; [exact H|].
  replace (a * (K * b / a * exp (- mu * t) * @vnorm S (vsub (y 0) p)))
    with (K * exp (- mu * t) * (b * @vnorm S (vsub (y 0) p))) by (field; lra).
  apply Rmult_le_compat_l; [|exact E2]. apply Rmult_le_pos; [auto | left; apply exp_pos].
Qed.
Lemma leaves_weighted M F p : leaves (S := X) M F p -> leaves (S := S) M F p.
Proof.
  intros [eps [Ep H]]. destruct (norms_agree S W HW Coe) as [a [b [A [B E]]]].
  exists (eps / b). split; [apply Rdiv_lt_0_compat; auto|]. intros d D.
  destruct (H (a * d)) as [x [Mx [Hx Out]]]; [apply Rmult_lt_0_compat; auto|].
  exists x. split; [auto|]. destruct (E (vsub x p)) as [E1 _].
  split; [exact (closer a d _ _ A E1 Hx)|]. intros y Sol Y0 In.
  apply (Out y (solution_weighted M F y Sol) Y0). intros t Ht. destruct (E (vsub (y t) p)) as [_ E2].
  eapply Rle_lt_trans; [exact E2|]. apply Rlt_le_trans with (b * (eps / b)).
  apply Rmult_lt_compat_l; auto. right. field. lra.
Qed.
End WeightedFlow.

Theorem decays_by_linearisation (S : inner_product_space) (W : S -> S) (M : S -> Prop)
  (F A : S -> S) (p : S) (Tan : S -> Prop) (mu : R) :
  positive W -> coercive W -> F p = vzero -> is_fderive_on M F p A -> tangent_to M p Tan -> 0 < mu ->
  (forall z, Tan z -> inner (A z) (W z) <= - mu * inner z (W z)) ->
  decays_near M F p.
Proof.
  intros HW Coe Rest Der Tang Mu Rate. apply (decays_weighted S W HW Coe).
  exact (attracting_decays (S := weighted S W HW) M F A p Tan mu Rest
    (fderive_weighted S W HW Coe M F p A Der) (tangent_weighted S W HW Coe M p Tan Tang) Mu Rate).
Qed.

(* What a claim says of a flow of tokens. *)
Section Tokens.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (L : lists tokens)
  (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S) (p : Token -> S).
Let X := states S tokens L.
Lemma solves_solution (y : R -> Token -> S) : solves kind f y -> solution (S := X) kind f y.
Proof.
  intro H. split; intros t Ht; [|apply (H t Ht)].
  apply (vderive_states S tokens L y t). intro i. apply (H t Ht).
Qed.
Theorem come_near_by : decays_near (S := X) kind f p -> come_near kind f p.
Proof.
  intros [d [K [r [D [K0 [Rp H]]]]]].
  assert (n : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  exists (d / (size tokens + 1)), (K * size tokens), r.
  split; [apply Rdiv_lt_0_compat; lra|]. split; [apply Rmult_le_pos; lra|]. split; [exact Rp|].
  intros x e Sol Small Near t Ht i.
  assert (E : 0 <= e) by exact (Rle_trans _ _ _ (vnorm_nonneg _) (Near i)).
  assert (N := within_norm tokens L p e (x 0) E Near). revert i. apply (norm_within tokens L p).
  eapply Rle_trans; [apply (H x (solves_solution x Sol))|]; [|exact Ht|].
  - eapply Rle_lt_trans; [exact N|].
    apply Rle_lt_trans with (size tokens * (d / (size tokens + 1))); [apply Rmult_le_compat_l; auto|].
    apply Rlt_le_trans with ((size tokens + 1) * (d / (size tokens + 1))); [|right; field; lra].
    apply Rmult_lt_compat_r; [apply Rdiv_lt_0_compat|]; lra.
  - replace (K * size tokens * exp (- r * t) * e) with (K * exp (- r * t) * (size tokens * e)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [auto | left; apply exp_pos] | exact N].
Qed.
Theorem exponentially_stable_by : rest kind f p -> decays_near (S := X) kind f p ->
  exponentially_stable kind f p.
Proof. intros H D. split; [exact H | apply come_near_by, D]. Qed.
End Tokens.
