(* Stability of a point under a map by linearisation: the map is restricted to a set (spheres), and its
   derivative contracts tangent vectors in some inner product. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. what is said of a map of a space *)

Section Meaning.
Context {S : inner_product_space} (M : S -> Prop).
(* f maps M to M near p: a layer need not be defined everywhere. *)
Definition kept_near (f : S -> S) p := exists r, 0 < r /\ forall x, M x -> vnorm (vsub x p) < r -> M (f x).
(* The k-th point of the orbit of x is Nat.iter k f x. *)
Definition attracts_geometrically (f : S -> S) p := exists delta K theta, 0 < delta /\
  0 <= K /\ 0 <= theta < 1 /\ forall x k, M x -> vnorm (vsub x p) < delta ->
    vnorm (vsub (Nat.iter k f x) p) <= K * theta ^ k * vnorm (vsub x p).
Definition repels (f : S -> S) p := exists eps, 0 < eps /\ forall delta, 0 < delta ->
  exists x k, M x /\ vnorm (vsub x p) < delta /\ eps <= vnorm (vsub (Nat.iter k f x) p).
(* Tan contains the tangent vectors of M at p; u is one of them. *)
Definition tangent_to (p : S) (Tan : S -> Prop) := forall eps, 0 < eps -> exists delta, 0 < delta /\
  forall x, M x -> vnorm (vsub x p) < delta ->
    exists z, Tan z /\ vnorm (vsub (vsub x p) z) <= eps * vnorm (vsub x p).
Definition direction_of (p u : S) := forall eps, 0 < eps -> exists s x, 0 < s < eps /\ M x /\
  vnorm (vsub (vsub x p) (vscale s u)) <= eps * s.
End Meaning.
(* A set that is the same near p, such as the states at which a layer is defined. *)
Section Smaller.
Context {S : inner_product_space} (M N : S -> Prop) (p : S).
Hypothesis Within : forall x, N x -> M x.
Lemma fderive_smaller {U : inner_product_space} (f : S -> U) J : is_fderive_on M f p J -> is_fderive_on N f
  p J.
Proof.
  intros [LJ [BJ H]]. split; [auto|]. split; [auto|]. intros eps E. destruct (H eps E) as [d [D Q]].
  exists d. split; auto.
Qed.
Lemma tangent_smaller Tan : tangent_to M p Tan -> tangent_to N p Tan.
Proof. intros H eps E. destruct (H eps E) as [d [D Q]]. exists d. split; auto. Qed.
Lemma direction_smaller u : (exists r, 0 < r /\ forall x, M x -> vnorm (vsub x p) < r -> N x) ->
  direction_of M p u -> direction_of N p u.
Proof.
  intros [r [R H]] Dir eps E. assert (n := vnorm_nonneg u).
  assert (Q : 0 < r / (vnorm u + 2)) by (apply Rdiv_lt_0_compat; lra).
  destruct (Dir (Rmin 1 (Rmin eps (r / (vnorm u + 2))))) as [s [x [Hs [Mx Hx]]]].
  { repeat apply Rmin_glb_lt; lra. }
  set (e := Rmin 1 (Rmin eps (r / (vnorm u + 2)))) in *.
  assert (e1 : e <= 1) by apply Rmin_l.
  assert (e2 : e <= eps) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_l]).
  assert (e3 : e <= r / (vnorm u + 2)) by (eapply Rle_trans; [apply Rmin_r | apply Rmin_r]).
  exists s, x. split; [lra|]. split.
  - apply H; [exact Mx|]. replace (vsub x p) with (vadd (vsub (vsub x p) (vscale s u)) (vscale s u)) by
    vector_sums.
    eapply Rle_lt_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_right by lra.
    assert (e * s <= 1 * s) by (apply Rmult_le_compat_r; lra).
    apply Rle_lt_trans with (s * (vnorm u + 1)); [lra|].
    apply Rlt_le_trans with (r / (vnorm u + 2) * (vnorm u + 2)); [|right; field; lra].
    apply Rle_lt_trans with (s * (vnorm u + 2)); [apply Rmult_le_compat_l; lra | apply Rmult_lt_compat_r;
      lra].
  - eapply Rle_trans; [exact Hx|]. apply Rmult_le_compat_r; lra.
Qed.
End Smaller.

(* ------------------------------------------------------------------ 2. maps that contract *)

Lemma pow_below_one theta k : 0 <= theta <= 1 -> 0 <= theta ^ k <= 1.
Proof. intros T. induction k; simpl; [lra|]. nra. Qed.

Section Contraction.
Context {S : inner_product_space} (M : S -> Prop) (f J : S -> S) (p : S) (Tan : S -> Prop) (rho : R).
Hypothesis Stays : kept_near M f p.
Hypothesis Fixed : f p = p.
Hypothesis Derivative : is_fderive_on M f p J.
Hypothesis Tangent : tangent_to M p Tan.
Hypothesis Rho : 0 <= rho < 1.
Hypothesis Contracts : forall z, Tan z -> vnorm (J z) <= rho * vnorm z.
Lemma nearby_contraction : exists delta theta, 0 < delta /\ 0 <= theta < 1 /\
  forall x, M x -> vnorm (vsub x p) < delta -> vnorm (vsub (f x) p) <= theta * vnorm (vsub x p).
Proof.
  destruct Derivative as [LJ [[C [C0 BJ]] D]].
  set (k := rho + C + 1). assert (Hk : 0 < k) by (unfold k; lra).
  set (e := (1 - rho) / 2 / k). assert (e0 : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (ek : e * k = (1 - rho) / 2) by (unfold e; field; lra).
  destruct (D e e0) as [d1 [P1 H1]]. destruct (Tangent e e0) as [d2 [P2 H2]].
  exists (Rmin d1 d2), ((1 + rho) / 2). split; [apply Rmin_glb_lt; auto|]. split; [lra|].
  intros x Mx Hx. specialize (H1 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))) as [z [Tz Hz]].
  set (N := vnorm (vsub x p)) in *. rewrite Fixed in H1.
  set (r := vsub (f x) (vadd p (J (vsub x p)))) in *. set (w := vsub (vsub x p) z) in *.
  replace (vsub (f x) p) with (vadd (J z) (vadd (J w) r)).
  2: { unfold w. rewrite (linear_sub J LJ). unfold r. vector_sums. }
  assert (A1 := vnorm_add (J z) (vadd (J w) r)). assert (A2 := vnorm_add (J w) r).
  assert (A3 := Contracts z Tz). assert (A4 := BJ w).
  assert (A5 : vnorm z <= N + e * N).
  { replace z with (vsub (vsub x p) w) by (unfold w; vector_sums).
    eapply Rle_trans; [apply vnorm_sub|]. fold N. lra. }
  assert (A6 : rho * vnorm z <= rho * (N + e * N)) by (apply Rmult_le_compat_l; lra).
  assert (A7 : C * vnorm w <= C * (e * N)) by (apply Rmult_le_compat_l; lra).
  replace ((1 + rho) / 2 * N) with (rho * N + (e * k) * N) by (rewrite ek; field).
  unfold k. lra.
Qed.
Lemma contraction_attracts : attracts_geometrically M f p.
Proof.
  destruct nearby_contraction as [d [th [D [T H]]]]. destruct Stays as [r [Pr St]].
  exists (Rmin d r), 1, th. split; [apply Rmin_glb_lt; auto|]. split; [lra|]. split; [auto|]. intros x k Mx
    Hx.
  assert (H1 := Rlt_le_trans _ _ _ Hx (Rmin_l _ _)). assert (H2 := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)).
  assert (Q : M (Nat.iter k f x) /\ vnorm (vsub (Nat.iter k f x) p) <= th ^ k * vnorm (vsub x p)).
  { set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
    induction k as [|k [Mk IH]]; simpl; [split; [auto|]; fold N; lra|].
    assert (P := pow_below_one th k ltac:(lra)).
    assert (Le : vnorm (vsub (Nat.iter k f x) p) <= N) by (eapply Rle_trans; [exact IH | nra]).
    split; [apply St; [exact Mk | lra]|].
    eapply Rle_trans; [apply H; [exact Mk|lra]|].
      rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra | exact IH]. }
  rewrite Rmult_1_l. apply Q.
Qed.
End Contraction.

(* ------------------------------------------------------------------ 3. another inner product *)

Section Weighted.
Context (S : inner_product_space) (W : S -> S) (HW : positive W) (Coe : coercive W).
Let X := weighted S W HW.
Lemma norms_agree : exists a b, 0 < a /\ 0 < b /\ forall z : S, a * vnorm z <= @vnorm X z <= b * vnorm z.
Proof.
  destruct Coe as [c [C Low]]. destruct (proj1 (proj2 HW)) as [C' [C0 HC]].
  exists (sqrt c), (sqrt (C' + 1)). split; [apply sqrt_lt_R0; auto|]. split; [apply sqrt_lt_R0; lra|].
  intro z. split; unfold vnorm; simpl; rewrite <- sqrt_mult_alt by lra; apply sqrt_le_1_alt; [apply Low|].
  eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
  rewrite <- vnorm_square. assert (N := vnorm_nonneg z). specialize (HC z).
  apply Rle_trans with (vnorm z * (C' * vnorm z)); [apply Rmult_le_compat_l; auto|].
  assert (0 <= vnorm z * vnorm z) by (apply Rmult_le_pos; auto). lra.
Qed.
Lemma closer a d N n : 0 < a -> a * N <= n -> n < a * d -> N < d.
Proof. intros A B C. apply Rmult_lt_reg_l with a; [auto | lra]. Qed.
Lemma fderive_weighted M f p J : is_fderive_on (S := S) (U := S) M f p J ->
  is_fderive_on (S := X) (U := X) M f p J.
Proof.
  intros [LJ [[C [C0 BJ]] H]]. destruct norms_agree as [a [b [A [B E]]]]. split; [|split].
  - exact LJ.
  - exists (b * C / a). split.
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto]. }
    intro x. eapply Rle_trans; [apply E|]. specialize (BJ x). destruct (E x) as [E1 _].
    apply Rle_trans with (b * (C * @vnorm S x)); [apply Rmult_le_compat_l; lra|].
    replace (b * (C * @vnorm S x)) with (b * C / a * (a * @vnorm S x)) by (field; lra).
    apply Rmult_le_compat_l; [|auto].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto].
  - intros eps Ep. destruct (H (eps * a / b)) as [d [D Q]].
    { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; auto. }
    exists (a * d). split; [apply Rmult_lt_0_compat; auto|]. intros x Mx Hx.
    destruct (E (vsub x p)) as [E1 _].
    specialize (Q x Mx (closer a d _ _ A E1 Hx)).
    eapply Rle_trans; [apply E|].
    apply Rle_trans with (b * (eps * a / b * @vnorm S (vsub x p))); [apply Rmult_le_compat_l; [lra | exact
      Q]|].
    replace (b * (eps * a / b * @vnorm S (vsub x p))) with (eps * (a * @vnorm S (vsub x p))) by (field; lra).
    apply Rmult_le_compat_l; [lra | exact E1].
Qed.
Lemma kept_weighted M f p : kept_near (S := S) M f p -> kept_near (S := X) M f p.
Proof.
  intros [r [Pr H]]. destruct norms_agree as [a [b [A [B E]]]].
  exists (a * r). split; [apply Rmult_lt_0_compat; auto|]. intros x Mx Hx.
  apply H; [exact Mx|]. exact (closer a r _ _ A (proj1 (E (vsub x p))) Hx).
Qed.
Lemma tangent_weighted M p Tan : tangent_to (S := S) M p Tan -> tangent_to (S := X) M p Tan.
Proof.
  intros H eps Ep. destruct norms_agree as [a [b [A [B E]]]]. destruct (H (eps * a / b)) as [d [D Q]].
  { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; auto. }
  exists (a * d). split; [apply Rmult_lt_0_compat; auto|]. intros x Mx Hx.
  destruct (E (vsub x p)) as [E1 _].
  destruct (Q x Mx (closer a d _ _ A E1 Hx)) as [z [Tz Hz]]. exists z. split; [exact Tz|].
  eapply Rle_trans; [apply E|].
  apply Rle_trans with (b * (eps * a / b * @vnorm S (vsub x p))); [apply Rmult_le_compat_l; [lra | exact
    Hz]|].
  replace (b * (eps * a / b * @vnorm S (vsub x p))) with (eps * (a * @vnorm S (vsub x p))) by (field; lra).
  apply Rmult_le_compat_l; [lra | exact E1].
Qed.
Lemma direction_weighted M p u : direction_of (S := S) M p u -> direction_of (S := X) M p u.
Proof.
  intros H eps Ep. destruct norms_agree as [a [b [A [B E]]]].
  destruct (H (Rmin eps (eps / b))) as [s [x [Hs [Mx Hx]]]].
  { apply Rmin_glb_lt; [auto | apply Rdiv_lt_0_compat; auto]. }
  exists s, x. split; [split; [lra|]; eapply Rlt_le_trans; [apply Hs | apply Rmin_l]|]. split; [auto|].
  eapply Rle_trans; [apply E|].
  apply Rle_trans with (b * (eps / b * s)); [|right; field; lra].
  apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact Hx|].
  apply Rmult_le_compat_r; [lra | apply Rmin_r].
Qed.
Lemma attracts_weighted M f p : attracts_geometrically (S := X) M f p ->
  attracts_geometrically (S := S) M f p.
Proof.
  intros [d [K [th [D [K0 [T H]]]]]]. destruct norms_agree as [a [b [A [B E]]]].
  exists (d / b), (K * b / a), th. split; [apply Rdiv_lt_0_compat; auto|].
  split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto]|].
  split; [auto|]. intros x k Mx Hx. destruct (E (vsub x p)) as [_ E2].
  assert (Q : @vnorm X (vsub x p) < d).
  { eapply Rle_lt_trans; [exact E2|]. apply Rlt_le_trans with (b * (d / b)).
    apply Rmult_lt_compat_l; auto. right. field. lra. }
  specialize (H x k Mx Q). destruct (E (vsub (Nat.iter k f x) p)) as [E1 _].
  apply Rmult_le_reg_l with a; [auto|]. eapply Rle_trans; [exact E1|]. eapply Rle_trans; [exact H|].
  replace (a * (K * b / a * th ^ k * @vnorm S (vsub x p)))
    with (K * th ^ k * (b * @vnorm S (vsub x p))) by (field; lra).
  apply Rmult_le_compat_l; [|exact E2].
  apply Rmult_le_pos; [auto|]. apply pow_le. lra.
Qed.
Lemma repels_weighted M f p : repels (S := X) M f p -> repels (S := S) M f p.
Proof.
  intros [eps [Ep H]]. destruct norms_agree as [a [b [A [B E]]]].
  exists (eps / b). split; [apply Rdiv_lt_0_compat; auto|]. intros d D.
  destruct (H (a * d)) as [x [k [Mx [Hx L]]]]; [apply Rmult_lt_0_compat; auto|].
  exists x, k. split; [auto|]. destruct (E (vsub x p)) as [E1 _].
  split; [exact (closer a d _ _ A E1 Hx)|].
  destruct (E (vsub (Nat.iter k f x) p)) as [_ E2].
  apply Rmult_le_reg_l with b; [auto|].
  replace (b * (eps / b)) with eps by (field; lra). eapply Rle_trans; [exact L | exact E2].
Qed.
End Weighted.

(* The linearisation theorem for maps: multipliers below 1 in some inner product. *)
Theorem attracts_by_linearisation (S : inner_product_space) (W : S -> S) (M : S -> Prop)
  (f J : S -> S) (p : S) (Tan : S -> Prop) (rho : R) :
  positive W -> coercive W -> kept_near M f p -> f p = p -> is_fderive_on M f p J -> tangent_to M p Tan ->
  0 <= rho < 1 ->
  (forall z, Tan z -> inner (J z) (W (J z)) <= rho ^ 2 * inner z (W z)) ->
  attracts_geometrically M f p.
Proof.
  intros HW Coe St Fix Der Tang Rho Con. apply (attracts_weighted S W HW Coe).
  apply (contraction_attracts (S := weighted S W HW) M f J p Tan rho
    (kept_weighted S W HW Coe M f p St) Fix
    (fderive_weighted S W HW Coe M f p J Der) (tangent_weighted S W HW Coe M p Tan Tang) Rho).
  intros z Tz. apply vnorm_le.
  - apply Rmult_le_pos; [lra | apply vnorm_nonneg].
  - replace (rho * vnorm z * (rho * vnorm z)) with
      (rho ^ 2 * (@vnorm (weighted S W HW) z * @vnorm (weighted S W HW) z)) by ring.
    rewrite vnorm_square. apply (Con z Tz).
Qed.

(* ------------------------------------------------------------------ 4. tokens *)

(* What a claim says, from what is so in the space of all tokens' states. *)
Section Layers.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (L : lists tokens)
  (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S) (p : Token -> S).
Let X := states S tokens L.
Lemma orbit_iterates x k : total_orbit kind f x -> x k = Nat.iter k f (x 0%nat).
Proof.
  intros [_ H]. induction k as [|k IH]; [reflexivity|]. apply functional_extensionality. intro i.
  rewrite H, IH. reflexivity.
Qed.
Lemma within_norm e (x : X) : 0 <= e -> within p e x -> vnorm (vsub x p) <= size tokens * e.
Proof. intros E H. apply vnorm_states; [exact E|]. intro i. apply (H i). Qed.
Lemma norm_within e (x : X) : vnorm (vsub x p) <= e -> within p e x.
Proof. intros H i. eapply Rle_trans; [apply (vnorm_token S tokens L (vsub x p) i) | exact H]. Qed.
Theorem total_come_near_by : attracts_geometrically (S := X) kind f p -> total_come_near kind f p.
Proof.
  intros [d [K [th [D [K0 [T H]]]]]].
  assert (n : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  exists (d / (size tokens + 1)), (K * size tokens), th.
  split; [apply Rdiv_lt_0_compat; lra|]. split; [apply Rmult_le_pos; lra|]. split; [exact T|].
  intros x e Orb Small Near k i.
  assert (E : 0 <= e) by exact (Rle_trans _ _ _ (vnorm_nonneg _) (Near i)).
  assert (N := within_norm e (x 0%nat) E Near). revert i. apply norm_within.
  rewrite (orbit_iterates x k Orb). eapply Rle_trans; [apply H|].
  - apply Orb.
  - eapply Rle_lt_trans; [exact N|].
    apply Rle_lt_trans with (size tokens * (d / (size tokens + 1))); [apply Rmult_le_compat_l; auto|].
    apply Rlt_le_trans with ((size tokens + 1) * (d / (size tokens + 1))); [|right; field; lra].
    apply Rmult_lt_compat_r; [apply Rdiv_lt_0_compat|]; lra.
  - replace (K * size tokens * th ^ k * e) with (K * th ^ k * (size tokens * e)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [auto | apply pow_le; lra] | exact N].
Qed.
Theorem total_do_not_stay : repels (S := X) kind f p -> ~ total_stay_near kind f p.
Proof.
  intros [eps [E H]] Stay. assert (n : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (Q : 0 < eps / (size tokens + 1)) by (apply Rdiv_lt_0_compat; lra).
  destruct (Stay _ Q) as [d [D R]]. destruct (H d D) as [x [k [Mx [Hx Far]]]].
  specialize (R (fun k => Nat.iter k f x) (conj Mx (fun k i => eq_refl)) (norm_within d x (Rlt_le _ _ Hx)) k).
  apply within_norm in R; [|lra].
  assert (B : eps <= size tokens * (eps / (size tokens + 1))) by exact (Rle_trans _ _ _ Far R).
  apply (Rle_not_lt _ _ B).
  apply Rlt_le_trans with ((size tokens + 1) * (eps / (size tokens + 1))); [|right; field; lra].
  apply Rmult_lt_compat_r; lra.
Qed.
Theorem total_exponentially_stable_by : total_rest kind f p ->
  attracts_geometrically (S := X) kind f p -> total_exponentially_stable kind f p.
Proof. intros R H. split; [exact R | apply total_come_near_by, H]. Qed.
Theorem total_unstable_by : total_rest kind f p -> repels (S := X) kind f p -> total_unstable kind f p.
Proof. intros R H. split; [exact R | apply total_do_not_stay, H]. Qed.
End Layers.
(* Exponential stability is stability. *)
Theorem total_exponentially_stable_is_stable {S : inner_product_space} {Token}
  (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S) p :
  total_exponentially_stable kind f p -> total_stable kind f p.
Proof.
  intros [R [d [C [th [D [C0 [T H]]]]]]]. split; [exact R|]. intros eps E.
  exists (Rmin d (eps / (C + 1))). assert (Q : 0 < eps / (C + 1)) by (apply Rdiv_lt_0_compat; lra).
  split; [apply Rmin_glb_lt; auto|]. intros x Orb Near k i.
  eapply Rle_trans; [apply (H x _ Orb (Rmin_l _ _) Near)|]. assert (P := pow_below_one th k ltac:(lra)).
  set (m := Rmin d (eps / (C + 1))). assert (m <= eps / (C + 1)) by apply Rmin_r.
  assert (0 <= m) by (apply Rmin_glb; lra).
  apply Rle_trans with ((C + 1) * (eps / (C + 1))); [|right; field; lra].
  apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra|].
  assert (C * th ^ k <= C * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
