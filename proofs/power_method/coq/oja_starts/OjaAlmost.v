(* Almost every start of the Oja map comes to consensus at the first eigenvector or its opposite, if tau |V| < 1 and
   there are not just two tokens or the operator is positive somewhere across the first eigenvector. *)
From Coq Require Import Reals Lra List Lia.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets NullSections Exchange OjaEnergy OjaMap OjaLines
  OjaOrbits LeavingStarts OjaThin OjaSaddles OjaApart OjaCrossRatio.
From Kernel Require OjaSlope.
Open Scope R_scope.

(* States of which two tokens are the same have no volume. *)
Lemma same_token {S : inner_product_space} {Token} L (T : list Token) m (A : (Token -> S) -> Prop) i j : In j T ->
  states_parts L T m A -> states_parts L (i :: T) m (fun x => A x /\ x i = x j).
Proof.
  intros J [P [HP CP]]. exists (map (fun p => (fst p, fun x => snd p x /\ x i = x j)) P). split.
  - intros q I. apply in_map_iff in I. destruct I as [p [<- I]]. destruct (HP p I) as [Len [Bd Tell]].
    split; [exact Len|].
    split; cbn [fst snd].
    + intros x f [X _]. apply Bd, X.
    + intros x y d [X Ex] [Y Ey] D Near k [<-|K]; [rewrite Ex, Ey; apply Tell; auto | apply Tell; auto].
  - intros x [X E]. destruct (CP x X) as [p [I Xp]]. eexists. split; [apply in_map_iff; exists p; split;
    [reflexivity | exact I]|].
    split; assumption.
Qed.
Theorem null_same {S : inner_product_space} {Token} (tokens : list Token) (B : list S) i j : enumerates tokens ->
  resolves B -> of_length_one B -> (2 <= length B)%nat ->
  null (length tokens * (length B - 1)) (fun x : Token -> S => (forall k, inner (x k) (x k) = 1)
    /\ i <> j /\ x i = x j).
Proof.
  intros [_ [_ All]] Res One Two. set (L := 3 * size B * size B). assert (L0 : 0 <= L).
  { unfold L. rewrite size_length. assert (P := pos_INR (length B)).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact P]. }
  destruct (in_split i tokens (All i)) as [U [V E]]. set (d := (length B - 1)%nat).
  assert (Ball := sphere_parts L B Res One eq_refl).
  assert (Base := no_tokens_told (S := S) (Token := Token) L).
  assert (H := many_more L _ _ _ _ _ U (many_more L _ _ _ _ _ V Base Ball) Ball).
  assert (J := All j). rewrite E in J. apply in_app_iff in J.
  assert (Cases : In j (U ++ V ++ nil) \/ i = j).
  { rewrite app_nil_r. destruct J as [J|[J|J]]; [left; apply in_or_app; auto | right; exact J | left;
    apply in_or_app; auto]. }
  destruct Cases as [K|K].
  - apply null_part with (2 := fun x (X : (forall k, inner (x k) (x k) = 1) /\ i <> j /\ x i = x j) =>
      conj (conj (conj Logic.I (fun k (_ : In k V) => proj1 X k)) (fun k (_ : In k U) => proj1 X k))
        (proj2 (proj2 X))).
    refine (null_parts L L0 _ _ _ _ _ _ (same_token L _ _ _ i j K H)).
    + fold d. rewrite E, app_length. cbn [length]. assert (1 <= d)%nat by (unfold d; lia). nia.
    + intro k. assert (Q := All k). rewrite E in Q. apply in_app_iff in Q. rewrite app_nil_r.
      destruct Q as [Q|[Q|Q]]; [right; apply in_or_app; auto | left; exact Q | right; apply in_or_app; auto].
  - assert (T0 : (0 < length tokens)%nat) by (rewrite E, app_length; simpl; lia).
    apply (null_part _ _ _ (null_none (length tokens * d) ltac:(apply Nat.mul_pos_pos; lia))).
    intros x [_ [N _]]. exact (N K).
Qed.
Lemma one_or_none {I} (T : list I) (Q : I -> Prop) : (forall i, {Q i} + {~ Q i}) ->
  (exists i, In i T /\ Q i) \/ forall i, In i T -> ~ Q i.
Proof.
  intro Dec. induction T as [|i T IH]; [right; intros i []|]. destruct (Dec i) as [Y|N].
  - left. exists i. split; [left; reflexivity | exact Y].
  - destruct IH as [[j [J Y]]|No]; [left; exists j; split; [right; exact J | exact Y]|].
    right. intros j [<-|J]; auto.
Qed.
Lemma whole_total {I} (T : list I) (f : I -> R) : (forall i, f i = 0 \/ f i = 1) -> exists m, total T f = INR m.
Proof.
  intro F. induction T as [|i T [m IH]]; [exists O; reflexivity|]. simpl. rewrite IH.
  destruct (F i) as [-> | ->]; [exists m; ring | exists (Datatypes.S m); rewrite S_INR; ring].
Qed.

Lemma all_near {U : inner_product_space} {Token} (T : list Token) (x : nat -> Token -> U) z :
  (forall i, layers_vtend (fun k => x k i) (z i)) -> forall d, 0 < d ->
  exists N, forall k, (N <= k)%nat -> OjaSlope.apart T (x k) z <= d.
Proof.
  intros H. unfold OjaSlope.apart. induction T as [|i T IH]; intros d D; [exists O; intros; simpl; lra|].
  destruct (IH (d / 2)) as [N HN]; [lra|]. destruct (H i (d / 2)) as [M HM]; [lra|]. exists (Nat.max N M).
  intros k K. specialize (HN k ltac:(lia)). specialize (HM k ltac:(lia)). rewrite Rminus_0_r in HM.
  assert (A := Rle_abs (vnorm (vsub (x k i) (z i)))). simpl. lra.
Qed.

Lemma beside_first {U : inner_product_space} (B : list U) (v : U) : resolves B -> of_length_one B ->
  (2 <= length B)%nat -> inner v v = 1 -> exists e, inner e e = 1 /\ inner e v = 0.
Proof.
  intros Res One Two Vv. destruct (no_more_than_basis B Res One (v :: nil)) as [B' [Len [Res' One']]].
  { intros e [<-|[]]. exact Vv. }
  { repeat constructor. }
  simpl in Len. destruct B' as [|e B']; [simpl in Len; lia|]. exists e.
  split; [apply One'; right; left; reflexivity|].
  rewrite inner_sym. apply (resolved_across (v :: nil) e B' v Res').
  - apply One'. right. left. reflexivity.
  - left. reflexivity.
Qed.
(* Opposite groups of equal size: two in each unless there are two tokens, and not where the operator is positive. *)
Lemma two_of_each {Token} (tokens : list Token) eps : enumerates tokens -> (forall i, eps i * eps i = 1) ->
  total tokens eps = 0 -> size tokens <> 2 ->
  forall s, s = 1 \/ s = -1 -> exists i j, i <> j /\ eps i = s /\ eps j = s.
Proof.
  intros ET Signs Equal Not2 s Hs. assert (n0 := size_positive tokens ET).
  assert (Sg : forall i, eps i = 1 \/ eps i = -1).
  { intro i. assert (Q : (eps i - 1) * (eps i + 1) = 0) by (assert (S := Signs i); lra).
    destruct (Rmult_integral _ _ Q); [left | right]; lra. }
  set (f := fun i => (1 + s * eps i) / 2).
  assert (F : forall i, f i = 0 \/ f i = 1).
  { intro i. unfold f. destruct Hs as [-> | ->], (Sg i) as [-> | ->]; lra. }
  assert (T : total tokens f = size tokens / 2).
  { unfold f. rewrite (total_ext tokens _ (fun i => 1 / 2 * 1 + s / 2 * eps i)) by (intro; field).
    rewrite total_add, !total_scale, Equal. unfold size. field. }
  destruct (whole_total tokens f F) as [m Hm]. assert (M2 : 2 <= total tokens f).
  { rewrite Hm. destruct m as [|[|m]].
    - simpl in Hm. lra.
    - exfalso. apply Not2. simpl in Hm. lra.
    - rewrite !S_INR. assert (P := pos_INR m). lra. }
  destruct (two_of tokens f (proj1 (proj2 ET)) F M2) as [i [j [Ne [Fi Fj]]]]. exists i, j. split; [exact Ne|].
  unfold f in Fi, Fj. destruct Hs as [-> | ->]; lra.
Qed.
Lemma nowhere_positive {U : inner_product_space} (V : U -> U) (v : U) lam u : adjoint V V -> V v = vscale lam v ->
  0 < lam -> inner v v = 1 -> (exists a, inner a v = 0 /\ 0 < inner (V a) a) ->
  ~ forall y, inner y u = 0 -> inner (V y) y <= 0.
Proof.
  intros Sym Eigen Lpos Vv [a [Av Ap]] Held.
  set (c := inner a u). set (k := inner v u). set (y := vsub (vscale c v) (vscale k a)).
  assert (Va : inner v a = 0) by (rewrite inner_sym; exact Av).
  assert (Y : inner y u = 0).
  { unfold y, vsub. rewrite inner_add_l, !inner_scale_l. fold c k. ring. }
  assert (F := Held y Y). assert (E : inner (V y) y = c * c * lam + k * k * inner (V a) a).
  { unfold y, vsub. rewrite (adjoint_add V V Sym), !(adjoint_scale V V Sym), Eigen.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (Sym a v), Eigen, inner_scale_r, Va, Av, Vv. ring. }
  rewrite E in F. assert (K2 : 0 <= k * k * inner (V a) a) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (C2 : 0 <= c * c * lam) by (apply Rmult_le_pos; [apply Rle_0_sqr | lra]).
  assert (Cc : c = 0).
  { apply Rsqr_0_uniq. unfold Rsqr. apply Rmult_eq_reg_r with lam; lra. }
  assert (G := Held a Cc). lra.
Qed.

Section Almost.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Two : (2 <= length B)%nat.
Context (v : U) (lam nu : R).
Hypothesis Vv : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Lpos : 0 < lam.
Hypothesis Gap : nu < lam.
Hypothesis Across : forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z.
Hypothesis Second : size tokens <> 2 \/ exists a, inner a v = 0 /\ 0 < inner (V a) a.
Hypothesis Lengths : forall x y w : U, inner x x = 1 -> inner y y = 1 ->
  inner (vadd x (vscale tau w)) (vadd x (vscale tau w)) - inner (vadd y (vscale tau w)) (vadd y (vscale tau w)) = 2 * tau * inner w (vsub x y).
Hypothesis Distance : forall a b : U, 0 < inner a a -> 0 < inner b b ->
  square_distance (vscale (/ vnorm a) a) (vscale (/ vnorm b) b) = (square_distance a b - (vnorm a - vnorm b) ^ 2) / (vnorm a * vnorm b).
Local Notation oja := (oja tokens V tau).
Local Notation n := (size tokens).
Let n0 := size_positive tokens ET.
Let Frame := resolved_expansion B Res.
(* What is said of opposite groups of equal size. *)
Section Line.
Context (x0 z : Token -> U) (u : U) (eps : Token -> R).
Hypothesis Start : on_spheres x0.
Hypothesis Z : on_spheres z.
Hypothesis Ends : forall d, 0 < d -> exists N, forall k, (N <= k)%nat -> OjaSlope.apart tokens (Nat.iter k oja x0)
  z <= d.
Hypothesis Distinct : forall a b, a <> b -> 0 < square_distance (x0 a) (x0 b).
Hypothesis Uu : inner u u = 1.
Hypothesis Signs : forall i, eps i * eps i = 1.
Hypothesis On : forall i, z i = vscale (eps i) u.
Hypothesis Equal : total tokens eps = 0.
Hypothesis Held : forall a, inner a u = 0 -> inner (V a) a <= 0.
Lemma line_excluded : False.
Proof.
  destruct Second as [Not2|Positive]; [|exact (nowhere_positive V v lam u Sym Eigen Lpos Vv Positive Held)].
  assert (S2 := two_of_each tokens eps ET Signs Equal Not2).
  destruct (S2 1 (or_introl eq_refl)) as [i [j [Ij [Ei Ej]]]].
  destruct (S2 (-1) (or_intror eq_refl)) as [k [l [Kl [Ek El]]]].
  apply (pairs_not_reached tokens V tau kappa B ET Sym Tpos Kpos Norm Small Frame Lengths Distance x0 z Start Z) with (i := i)
    (j := j) (k := k) (l := l); auto.
  - assert (M := line_mean tokens ET z u eps On). rewrite M, Equal.
    replace (0 / n) with 0 by (field; lra). apply vscale_zero.
  - split; [rewrite !On, Ei, Ej; reflexivity|]. split; [rewrite !On, Ek, El; reflexivity|].
    assert (Q : square_distance (vscale 1 u) (vscale (-1) u) = 4).
    { unfold square_distance, vsub.
      repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
        rewrite Uu. ring. }
    rewrite !On, Ei, Ej, Ek, El, Q. lra.
Qed.
End Line.
Let follows (x0 : Token -> U) (i : Token) (k : nat) := Nat.iter k oja x0 i.
Theorem gathers_from_almost_every_start : null (length tokens * (length B - 1)) (fun x0 => on_spheres x0 /\
  ~ ((forall i, layers_vtend (follows x0 i) v) \/ forall i, layers_vtend (follows x0 i) (vscale (-1) v))).
Proof.
  set (dim := (length tokens * (length B - 1))%nat).
  assert (T0 : (0 < length tokens)%nat) by (assert (Ne := proj1 ET); clear - Ne; destruct tokens; [tauto | simpl;
    lia]).
  assert (D0 : (0 < dim)%nat) by (apply Nat.mul_pos_pos; lia).
  destruct (oja_lipschitz tokens V tau kappa ET Sym Tpos Kpos Norm Small) as [L [L0 Lip]].
  assert (Thin := ends_near_thin_null tokens B dim on_spheres oja ET Frame One D0 (fun x X => X)
    (oja_unit tokens V tau kappa ET Tpos Kpos Norm Small) L L0 Lip).
  assert (Same : null dim (fun x : Token -> U => exists i, In i tokens /\ exists j, In j tokens /\
    (forall k, inner (x k) (x k) = 1) /\ i <> j /\ x i = x j)).
  { apply null_one_of; [exact D0|]. intros i _. apply null_one_of; [exact D0|]. intros j _. apply null_same; auto. }
  apply (null_part dim _ _ (null_either dim _ _ Thin Same)). intros x0 [X0 Not].
  destruct (one_or_none (list_prod tokens tokens) (fun p => fst p <> snd p /\
    square_distance (x0 (fst p)) (x0 (snd p)) = 0)) as [[[i j] [I [Ne Q]]]|Differ].
  { intros [i j]. cbn [fst snd]. destruct (ClassicalDedekindReals.sig_not_dec (i = j)) as [N|N].
    - right. intros [H _]. exact (N H).
    - destruct (Req_EM_T (square_distance (x0 i) (x0 j)) 0) as [E|E]; [left; auto | right; intros [_ H];
      exact (E H)]. }
  { right. cbn [fst snd] in Ne, Q. apply in_prod_iff in I. exists i. split; [apply I|]. exists j. split; [apply I|].
    split; [exact X0|]. split; [exact Ne|]. apply inner_definite in Q. apply inner_ext. intro q.
    assert (E := f_equal (fun a => inner a q) Q). cbv beta in E. unfold vsub in E.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in E. lra. }
  left. split; [exact X0|].
  split; [intro k; apply (oja_keeps_apart tokens V tau kappa ET Sym Tpos Kpos Norm Small);
    exact (iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small x0 k X0)|].
  destruct (orbit_has_limit tokens V tau kappa (fun k => Nat.iter k oja x0) ET Sym Tpos X0 Kpos Norm Small
    (fun k i => eq_refl) B Frame) as [z [Z [Tends Rest]]].
  assert (Near := all_near tokens (fun k => Nat.iter k oja x0) z Tends). exists z. split.
  - intro Fat. set (push := OjaEnergy.pushed tokens V tau z).
    assert (Rp : forall i, 0 < vnorm (push i)).
    { intro i. assert (G := vnorm_nonneg (push i)). destruct (Rest i) as [N _]. fold push in N. lra. }
    assert (Push : forall i, push i = vscale (vnorm (push i)) (z i)).
    { intro i. destruct (Rest i) as [_ E]. fold push in E. rewrite <- E, vscale_vscale, Rinv_r, vscale_one at 1;
        [reflexivity | apply Rgt_not_eq, Rp]. }
    set (h := fun i => sqrt (vnorm (push i))). assert (Hp : forall i, 0 < h i) by (intro; apply sqrt_lt_R0, Rp).
    assert (Hh : forall i, h i * h i = vnorm (push i)) by (intro; apply sqrt_sqrt; left; apply Rp).
    assert (Ph : forall i, push i = vscale (h i * h i) (z i)) by (intro; rewrite Hh; apply Push).
    assert (Held : held tokens V tau z (fun i => h i * h i)).
    { intros y Y. apply Rnot_lt_le. intro Lt.
      apply (oja_thin tokens V tau kappa B ET Sym Tpos Kpos Norm Small Res One z h Z Hp Ph y Y); [|exact Fat].
      rewrite (total_ext tokens (fun i => (h i * h i - 1) * inner (y i) (y i)) (fun i => h i * h i * inner (y i)
        (y i) +
        -1 * inner (y i) (y i))) in Lt by (intro; ring). rewrite total_add, total_scale in Lt. lra. }
    destruct (beside_first B v Res One Two Vv) as [e [Ee Ev]].
    destruct (held_states tokens V tau ET Sym Tpos v lam nu Vv Eigen Lpos Gap Across z (fun i => h i * h i)
      Z Ph Held e Ee Ev)
      as [[Plus|Minus]|[u [eps [Uu [Signs [On [Equal Neg]]]]]]].
    + apply Not. left. intro i. rewrite <- (Plus i). apply Tends.
    + apply Not. right. intro i. rewrite <- (Minus i). apply Tends.
    + apply (line_excluded x0 z u eps X0 Z Near); auto. intros a b Ne.
      destruct (inner_nonneg U (vsub (x0 a) (x0 b))) as [P|E]; [exact P|]. exfalso.
      apply (Differ (a, b)); [apply in_prod; apply ET|]. split; [exact Ne | symmetry; exact E].
  - intros d D. destruct (Near d D) as [N HN]. exists N. intros t K i. eapply Rle_trans; [|exact (HN t K)].
    apply (OjaSlope.token_apart tokens ET (Nat.iter t oja x0) z i).
Qed.
End Almost.
