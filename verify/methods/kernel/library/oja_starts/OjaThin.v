(* Starts that stay near a state at rest that the Oja map leaves are told apart by one number less than there are
   dimensions, for the difference of two of them has a form that is not positive. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Drawn States Families Exchange Outward
  OjaEnergy OjaMap OjaConsensus OjaChords LeavingStarts.
Open Scope R_scope.

Lemma total_pairs {I K} (T : list I) (B : list K) (f : I * K -> R) :
  total (list_prod T B) f = total T (fun i => total B (fun j => f (i, j))).
Proof.
  induction T as [|i T IH]; simpl; [reflexivity|]. rewrite total_append, NullSets.total_map, IH. reflexivity.
Qed.

Section Thin.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation pushed := (OjaEnergy.pushed tokens V tau).
Local Notation n := (size tokens).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Let low := 1 - tau * kappa.
Context (p : Token -> U) (h : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Hpos : forall i, 0 < h i.
Hypothesis Rest : forall i, pushed p i = vscale (h i * h i) (p i).
(* The state is left along z, a tangent direction: the second variation of the energy is positive there. *)
Context (z : Token -> U).
Hypothesis Tangent : forall i, inner (p i) (z i) = 0.
Hypothesis Left : total tokens (fun i => h i * h i * inner (z i) (z i)) <
  total tokens (fun i => inner (z i) (z i)) + tau * n * inner (V (mean z)) (mean z).
Let J : X -> X := OjaChords.J tokens V tau ET p h.
Let Jsym : adjoint J J := J_symmetric tokens V tau ET Sym p h.
Let Jpos := J_nonneg tokens V tau kappa ET Tpos Kpos Norm Small p h.
Let hb := h_bounds tokens V tau kappa ET Tpos Kpos Norm Small p h P Hpos Rest.
Let lp := low_positive tau kappa Tpos Kpos Small.
Let one (i : Token) (v : U) : X := single U tokens Lst i v.
Let weighted (x y : Token -> U) : X := fun i => vscale (h i) (vsub (x i) (y i)).

Lemma outward_direction : exists e : X, inner e e = 1 /\ (forall i, inner (p i) (e i) = 0)
  /\ inner e e < inner (J e) e.
Proof.
  set (y := (fun i => vscale (h i) (z i)) : X).
  assert (Un : unweighted p h y = z).
  { apply FunctionalExtensionality.functional_extensionality. intro i. unfold unweighted, y, off.
    assert (H := Hpos i). assert (Q := Tangent i). apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_scale_r). rewrite Q. field. lra. }
  assert (F := J_form tokens V tau ET p h y y). rewrite Un in F. fold J in F.
  assert (Y : inner y y = total tokens (fun i => h i * h i * inner (z i) (z i))).
  { apply total_ext. intro i. unfold y. rewrite inner_scale_l, inner_scale_r. ring. }
  rewrite <- Y, <- F in Left. clear F Y.
  assert (Yp : 0 < inner y y).
  { destruct (inner_nonneg X y) as [G|E]; [exact G|]. exfalso. symmetry in E. assert (D := inner_definite X y E).
    rewrite D, (adjoint_zero J J Jsym), !inner_zero_l in Left. lra. }
  assert (Np : 0 < vnorm y) by (apply sqrt_lt_R0, Yp). assert (Sq := vnorm_square y).
  exists (vscale (/ vnorm y) y).
  assert (E1 : inner (vscale (/ vnorm y) y) (vscale (/ vnorm y) y) = 1).
  { rewrite inner_scale_l, inner_scale_r, <- Sq. field. lra. }
  split; [exact E1|]. split.
  - intro i. change (inner (p i) (vscale (/ vnorm y) (vscale (h i) (z i))) = 0).
    rewrite !inner_scale_r, Tangent. ring.
  - rewrite E1, (adjoint_scale J J Jsym), inner_scale_l, inner_scale_r.
    apply Rmult_lt_reg_l with (inner y y); [exact Yp|].
    rewrite Rmult_1_r. rewrite <- Sq at 2. replace (vnorm y * vnorm y * (/ vnorm y * (/ vnorm y * inner (J y) y)))
      with (inner (J y) y) by (field; lra). exact Left.
Qed.
Theorem oja_thin : ~ ~ thin tokens B (length tokens * (length B - 1)) on_spheres oja p.
Proof.
  intro No. destruct outward_direction as [e [E1 [Et El]]].
  set (C := n * (2 * n / (low * low))).
  assert (C0 : 0 < C) by exact (C_positive tokens tau kappa ET Tpos Kpos Small).
  assert (Jb : forall x, vnorm (J x) <= C * vnorm x)
    by exact (J_bounded tokens V tau kappa ET Tpos Kpos Norm Small p h P Hpos Rest).
  apply (outward (state_basis tokens ET B) J C (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) Jsym Jpos (Rlt_le _ _ C0) Jb e E1 El).
  intros [s [k [S1 [K0 [F0 Out]]]]]. apply No. clear No.
  (* A basis of states that begins with e and the normals. *)
  set (normals := map (fun i => one i (p i)) tokens).
  assert (Across : forall f, In f normals -> inner e f = 0).
  { intros f I. apply in_map_iff in I. destruct I as [i [<- _]]. rewrite (inner_sym X). unfold one.
    rewrite (inner_single U tokens Lst ET). apply Et. }
  destruct (no_more_than_basis (state_basis tokens ET B) (state_basis_resolves tokens ET B Res)
    (state_basis_one tokens ET B One) (e :: normals)) as [B' [Len [Res' One']]].
  { intros f [<-|I]; [exact E1|]. apply in_map_iff in I. destruct I as [i [<- _]]. unfold one.
    rewrite (inner_single U tokens Lst ET). unfold single.
    rewrite inner_scale_r, (proj1 equal_kronecker), (P i). ring. }
  { constructor; [apply Forall_forall; exact Across | apply normals_across]. }
  rewrite state_basis_length in Len. cbn [length] in Len. unfold normals in Len. rewrite map_length in Len.
  (* How small the ball is. *)
  set (phi := inner (J e) e - s * inner e e). assert (F1 : 0 < phi) by exact F0. clear F0. rename F1 into F0.
  set (Lam := 2 * (2 * (C * C) / phi + s) / phi).
  assert (Lam0 : 0 < Lam).
  { unfold Lam. apply Rdiv_lt_0_compat; [|exact F0]. assert (0 < 2 * (C * C) / phi); [|lra].
    apply Rdiv_lt_0_compat; [|exact F0]. assert (0 < C * C) by (apply Rmult_lt_0_compat; auto). lra. }
  set (K := n * (n * (98 / (low * low * low)))).
  assert (L3 : 0 < low * low * low) by (repeat apply Rmult_lt_0_compat; apply lp).
  assert (Kp : 0 < K) by (unfold K; repeat apply Rmult_lt_0_compat; try lra; apply Rinv_0_lt_compat, L3).
  set (r := Rmin (Rmin (low / 4) (k / K)) (/ (2 * (Lam + 1)))).
  assert (R0 : 0 < r).
  { apply Rmin_glb_lt; [apply Rmin_glb_lt|].
    - assert (0 < low) by apply lp. lra.
    - apply Rdiv_lt_0_compat; auto.
    - apply Rinv_0_lt_compat. lra. }
  assert (R1 : r <= low / 4) by (eapply Rle_trans; [apply Rmin_l | apply Rmin_l]).
  assert (R2 : K * r <= k).
  { apply Rle_trans with (K * (k / K)); [|right; field; lra]. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply Rmin_l | apply Rmin_r]. }
  assert (R3 : (Lam + 1) * r <= 1 / 2).
  { apply Rle_trans with ((Lam + 1) * / (2 * (Lam + 1))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
  assert (Low := lp). fold low in Low.
  set (m := size B'). assert (M0 : 0 <= m) by (apply total_nonneg; intro; lra).
  exists r, (/ low * sqrt (2 * (Lam + 1) * m)), (map (fun (b : X) (k : Token * U) =>
    h (fst k) * inner (snd k) (b (fst k))) B').
  assert (IL : 0 < / low) by (apply Rinv_0_lt_compat; lra).
  split; [exact R0|]. split; [apply Rmult_le_pos; [lra | apply sqrt_pos]|].
  split.
  { rewrite map_length. destruct (length B) as [|q]; [rewrite Nat.mul_0_r in Len; discriminate|].
    replace (Datatypes.S q - 1)%nat with q by lia. rewrite Nat.mul_succ_r in Len. simpl in Len.
    assert (Q : forall N b : nat, (N * q + N = Datatypes.S (N + b))%nat -> b = (N * q - 1)%nat) by (intros; lia).
    exact (Q _ _ Len). }
  intros x y d [Xs Wx] [Ys Wy] D Forms.
  set (u := fun t => weighted (Nat.iter t oja x) (Nat.iter t oja y)).
  assert (Unit := iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small).
  assert (Neg : inner (J (u O)) (u O) - s * inner (u O) (u O) <= 0).
  { apply (Out u (n * 4)).
    - intro t. apply (vnorm_states U tokens Lst); [lra|]. intro i. unfold u, weighted. rewrite vnorm_scale.
      assert (H := hb i). fold low in H. assert (G := vnorm_sub (Nat.iter t oja x i) (Nat.iter t oja y i)).
      rewrite (unit_norm _ (Unit x t Xs i)), (unit_norm _ (Unit y t Ys i)) in G.
      assert (Hi := Hpos i). rewrite Rabs_right by lra. replace 4 with (2 * 2) by ring.
      apply Rmult_le_compat; try lra. apply vnorm_nonneg.
    - intro t. eapply Rle_trans; [apply (chord_step tokens V tau kappa ET Sym Tpos Kpos Norm Small p h P Hpos Rest
        (Nat.iter t oja x) (Nat.iter t oja y) r); auto|]. fold low K.
      apply Rmult_le_compat_r; [apply vnorm_nonneg | exact R2]. }
  set (v := u O) in *. set (a := inner e v). set (g := vsub v (vscale a e)).
  set (G := inner g g). assert (Gp : 0 <= G) by apply inner_nonneg.
  assert (Ge : inner e g = 0).
  { unfold g, vsub. rewrite inner_add_r, !inner_scale_r, E1. unfold a. ring. }
  assert (Total : inner v v = a * a + G).
  { unfold G. replace v with (vadd (vscale a e) g) at 1 2 by (unfold g; vector_sums).
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ g e), Ge, E1. ring. }
  assert (Expand : inner (J v) v = a * a * inner (J e) e + 2 * a * inner (J e) g + inner (J g) g).
  { replace v with (vadd (vscale a e) g) by (unfold g; vector_sums).
    rewrite (adjoint_add J J Jsym), (adjoint_scale J J Jsym), !inner_add_l, !inner_add_r, !inner_scale_l,
      !inner_scale_r, (Jsym g e), (inner_sym _ g (J e)). ring. }
  assert (Cross : inner (J e) g * inner (J e) g <= C * C * G).
  { eapply Rle_trans; [apply cauchy_schwarz|]. apply Rmult_le_compat_r; [exact Gp|]. rewrite <- vnorm_square.
    assert (Q := Jb e). rewrite (unit_norm e E1), Rmult_1_r in Q.
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  assert (Cone : a * a <= Lam * G).
  { assert (Jg : 0 <= inner (J g) g) by exact (Jpos g). rewrite Expand, Total in Neg. set (c := inner (J e) g) in *.
    assert (Young : - (2 * a * c) <= phi / 2 * (a * a) + 2 / phi * (c * c)).
    { assert (Q := Rle_0_sqr (phi * a + 2 * c)). unfold Rsqr in Q. apply Rmult_le_reg_l with (2 * phi); [lra|].
      replace (2 * phi * (phi / 2 * (a * a) + 2 / phi * (c * c))) with (phi * phi * (a * a) + 4 * (c * c))
        by (field; lra). lra. }
    assert (2 / phi * (c * c) <= 2 / phi * (C * C * G)).
    { apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | exact Cross]. }
    assert (Phi : a * a * inner (J e) e = phi * (a * a) + s * (a * a)) by (unfold phi; rewrite E1; ring).
    apply Rmult_le_reg_l with (phi / 2); [lra|].
    replace (phi / 2 * (Lam * G)) with (2 / phi * (C * C * G) + s * G) by (unfold Lam; field; lra).
    rewrite Rmult_plus_distr_l in Neg. lra. }
  assert (Parts : G <= r * inner v v + m * (d * d)).
  { assert (Q : inner v v = a * a + (total normals (fun b => inner b v * inner b v) +
      total B' (fun b => inner b v * inner b v))).
    { rewrite <- NullSets.total_append. exact (Res' v v). }
    assert (Nn : total normals (fun b => inner b v * inner b v) <= r * inner v v).
    { unfold normals. rewrite Families.total_map. change (inner v v) with (total tokens (fun i => inner (v i) (v i))).
      rewrite <- total_scale. apply total_le. intro i. unfold one. rewrite (inner_single U tokens Lst ET).
      unfold v, u, weighted. cbn [Nat.iter nat_rect]. rewrite !inner_scale_r, inner_scale_l.
      set (c := vsub (x i) (y i)).
      assert (Sm : inner (p i) c * inner (p i) c <= r * inner c c).
      { set (w := vadd (vscale (/ 2) (vsub (x i) (p i))) (vscale (/ 2) (vsub (y i) (p i)))).
        assert (E : inner (p i) c = - inner w c).
        { unfold w, c, vsub.
          repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
          rewrite (inner_sym _ (y i) (x i)), (Xs i), (Ys i). field. }
        assert (Wn : vnorm w <= r).
        { unfold w. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, Rabs_right by lra.
          assert (A := Wx O i). assert (A' := Wy O i). cbn [Nat.iter nat_rect] in A, A'. lra. }
        assert (Cs := cauchy_schwarz w c). rewrite E. replace (- inner w c * - inner w c)
          with (inner w c * inner w c) by ring.
        eapply Rle_trans; [exact Cs|]. apply Rmult_le_compat_r; [apply inner_nonneg|]. rewrite <- vnorm_square.
        assert (vnorm w * vnorm w <= r * 1); [|lra]. apply Rmult_le_compat; auto using vnorm_nonneg. lra. }
      assert (0 <= h i * h i) by apply Rle_0_sqr.
      replace (h i * inner (p i) c * (h i * inner (p i) c)) with (h i * h i * (inner (p i) c * inner (p i) c))
        by ring.
      replace (r * (h i * (h i * inner c c))) with (h i * h i * (r * inner c c)) by ring.
      apply Rmult_le_compat_l; auto. }
    assert (Bb : total B' (fun b => inner b v * inner b v) <= m * (d * d)).
    { assert (Each : forall b, In b B' -> inner b v * inner b v <= d * d).
      { intros b I. assert (F : Rabs (inner b v) <= d).
        { set (co := fun k : Token * U => h (fst k) * inner (snd k) (b (fst k))).
          assert (F := Forms co (in_map (fun (b : X) (k : Token * U) => h (fst k) * inner (snd k) (b (fst k)))
            B' b I)).
          replace (inner b v) with (form tokens B co (fun i => vsub (x i) (y i))); [exact F|].
          unfold form. rewrite total_pairs. change (inner b v) with (total tokens (fun i => inner (b i) (v i))).
          apply total_ext. intro i. unfold v, u, weighted, co. cbn [Nat.iter nat_rect fst snd].
          rewrite inner_scale_r, (Res (b i) (vsub (x i) (y i))), <- total_scale. apply total_ext. intro q. ring. }
        assert (Sq : forall c, Rabs c <= d -> c * c <= d * d).
        { intros c Cd. apply Rabs_le_between in Cd.
          assert (0 <= (d - c) * (d + c)) by (apply Rmult_le_pos; lra). lra. }
        exact (Sq _ F). }
      unfold m, size. rewrite <- total_scale_r. clear - Each. induction B' as [|b T IH]; cbn [total]; [lra|].
      assert (H := Each b (or_introl eq_refl)). assert (H' := IH (fun c I => Each c (or_intror I))). lra. }
    lra. }
  assert (Short : inner v v <= 2 * (Lam + 1) * m * (d * d)).
  { assert (V0 := inner_nonneg X v). assert (I1 : inner v v <= (Lam + 1) * G) by lra.
    assert (I2 : (Lam + 1) * G <= (Lam + 1) * (r * inner v v + m * (d * d))) by (apply Rmult_le_compat_l; lra).
    assert (I3 : (Lam + 1) * r * inner v v <= 1 / 2 * inner v v) by (apply Rmult_le_compat_r; lra). lra. }
  intro i. rewrite vnorm_opposite.
  assert (Vn : vnorm v <= sqrt (2 * (Lam + 1) * m) * d).
  { assert (Q0 : 0 <= 2 * (Lam + 1) * m) by (repeat apply Rmult_le_pos; lra).
    apply vnorm_le; [apply Rmult_le_pos; [apply sqrt_pos | exact D]|].
    assert (Sq := sqrt_sqrt _ Q0). set (q := sqrt _) in *.
    replace (q * d * (q * d)) with (q * q * (d * d)) by ring. rewrite Sq. exact Short. }
  assert (Vi : vnorm (vscale (h i) (vsub (x i) (y i))) <= vnorm v) by exact (vnorm_token U tokens Lst v i).
  assert (Hi := Hpos i). assert (Hl : low <= h i) by apply hb. rewrite vnorm_scale, Rabs_right in Vi by lra.
  assert (Dn := vnorm_nonneg (vsub (x i) (y i))).
  assert (low * vnorm (vsub (x i) (y i)) <= h i * vnorm (vsub (x i) (y i))) by (apply Rmult_le_compat_r; auto).
  apply Rmult_le_reg_l with low; [lra|].
  replace (low * (/ low * sqrt (2 * (Lam + 1) * m) * d)) with (sqrt (2 * (Lam + 1) * m) * d) by (field; lra). lra.
Qed.
End Thin.
